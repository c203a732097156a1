#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Throws broken input at the readers with libFuzzer: SECONDS in all (60 when not said), shared by the fuzzers of
# tests/fuzz. Starts from tests/fuzz/corpus and keeps what it learns in build/fuzz/corpus. Fails when a reader crashes,
# hangs or eats memory, and says which input did it. Needs clang, which it installs. Its build leaves out the checks for
# null, misaligned and too small objects, which take a quarter of the time to compile; scripts/check.sh asan has them.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$root/scripts/fuzzing/inputs.sh"
seconds=${1:-60}
[[ $seconds =~ ^[0-9]+$ ]] || fail "usage: scripts/fuzz.sh [SECONDS]"
fuzz=$root/build/fuzz
find_readers

"$root/scripts/setup.sh" fuzz
configure_preset fuzz
build_preset fuzz fuzzers

each=$((seconds / ${#readers[@]}))
((each > 0)) || each=1
for reader in "${readers[@]}"; do
    learnt=$fuzz/corpus/$reader seeds=$root/tests/fuzz/corpus/$reader
    mkdir -p "$learnt" "$fuzz/found"
    words_of "$reader" >"$fuzz/$reader.dict"
    say "$reader: $each s"
    logged "fuzzing $reader (its input is in build/fuzz/found)" "$fuzz/$reader.log" \
        "$fuzz/fuzz/fuzz_$reader" -max_total_time="$each" -timeout=10 -rss_limit_mb=1024 -max_len="$(longest_of "$reader")" \
        -dict="$fuzz/$reader.dict" -artifact_prefix="$fuzz/found/$reader-" "$learnt" "$seeds"
    grep -E '^(Done|stat::number_of_executed_units)' "$fuzz/$reader.log" >&2 || true
done
say "nothing found"
