#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Throws broken input at the readers with libFuzzer: SECONDS in all (60 when not said), shared by the fuzzers of
# tests/fuzz. Starts from tests/fuzz/corpus and keeps what it learns in build/fuzz/corpus. Fails when a reader crashes,
# hangs or eats memory, and says which input did it. Needs clang, which it installs.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
seconds=${1:-60}
[[ $seconds =~ ^[0-9]+$ ]] || fail "usage: scripts/fuzz.sh [SECONDS]"
fuzz=$root/build/fuzz
readers=("$root"/tests/fuzz/fuzz_*.cpp)
readers=("${readers[@]##*/fuzz_}")
readers=("${readers[@]%.cpp}")

"$root/scripts/setup.sh" fuzz
configure_preset fuzz
build_preset fuzz fuzzers

each=$((seconds / ${#readers[@]}))
((each > 0)) || each=1
for reader in "${readers[@]}"; do
    learnt=$fuzz/corpus/$reader seeds=$root/tests/fuzz/corpus/$reader
    mkdir -p "$learnt" "$fuzz/found"
    { # The words of a format, which chance takes long to spell; libFuzzer does not take an empty list.
        echo '"null"'
        grep -ohaE '"[A-Za-z0-9_-]{2,40}"' "$seeds"/* | sort -u | sed 's/"\(.*\)"/"\\"\1\\""/'
    } >"$fuzz/$reader.dict" || true
    # Twice the largest seed: small inputs are read often.
    largest=$(stat -c %s "$seeds"/* | sort -n | tail -n 1)
    longest=$((largest > 2048 ? 2 * largest : 4096))
    say "$reader: $each s"
    logged "fuzzing $reader (its input is in build/fuzz/found)" "$fuzz/$reader.log" \
        "$fuzz/fuzz/fuzz_$reader" -max_total_time="$each" -timeout=10 -rss_limit_mb=1024 -max_len=$longest \
        -dict="$fuzz/$reader.dict" -artifact_prefix="$fuzz/found/$reader-" "$learnt" "$seeds"
    grep -E '^(Done|stat::number_of_executed_units)' "$fuzz/$reader.log" >&2 || true
done
say "nothing found"
