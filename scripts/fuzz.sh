#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Throws broken traces at the readers with libFuzzer: SECONDS in all (60 when not said), shared by the readers. Starts from
# tests/fuzz/corpus and keeps what it learns in build/fuzz/corpus. Fails when a reader crashes, hangs or eats memory, and
# says which file did it. Needs clang, which it installs.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
seconds=${1:-60}
[[ $seconds =~ ^[0-9]+$ ]] || fail "usage: scripts/fuzz.sh [SECONDS]"
readers=(chrome csv gzip nsight)
fuzz=$root/build/fuzz

"$root/scripts/setup.sh" fuzz
cd "$root"
if [[ ! -f $fuzz/build.ninja ]] || ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$fuzz/CMakeCache.txt"; then
    say "configuring (preset fuzz)"
    logged "configuring" "$fuzz/configure.log" cmake --preset fuzz --fresh
fi
say "building the fuzzers"
logged "the build of the fuzzers" "$fuzz/build.log" \
    cmake --build --preset fuzz -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" --target "${readers[@]/#/fuzz_}"

each=$((seconds / ${#readers[@]}))
((each > 0)) || each=1
for reader in "${readers[@]}"; do
    learnt=$fuzz/corpus/$reader
    mkdir -p "$learnt" "$fuzz/found"
    say "$reader: $each s"
    logged "fuzzing $reader (its input is in build/fuzz/found)" "$fuzz/$reader.log" \
        "$fuzz/fuzz/fuzz_$reader" -max_total_time="$each" -timeout=10 -rss_limit_mb=1024 -max_len=65536 \
        -artifact_prefix="$fuzz/found/$reader-" "$learnt" "$root/tests/fuzz/corpus/$reader"
    grep -E '^(Done|stat::number_of_executed_units)' "$fuzz/$reader.log" >&2 || true
done
say "nothing found"
