#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_check.sh REPOSITORY: what scripts/check.sh says and how it ends when a part fails, with stand-ins for what it starts.
set -uo pipefail
repository=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}
mkdir -p "$work/tree" "$work/bin"
cp -r "$repository/scripts" "$work/tree/"
stand_in() { # FILE BODY
    printf '#!/bin/bash\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
check() { # ARGUMENTS… ; sets output, code
    output=$(STREAMSCOPE_NO_SETUP=1 PATH="$work/bin:$PATH" "$work/tree/scripts/check.sh" "$@" 2>&1 </dev/null)
    code=$?
}
lines() { grep -c . <<<"$output"; }

stand_in "$work/bin/cmake" 'exit 0'
stand_in "$work/bin/ctest" 'echo "100% tests passed"'
stand_in "$work/tree/scripts/lint.sh" 'exit 0'
stand_in "$work/tree/scripts/package-appimage.sh" 'exit 0'
check
[[ $code -eq 0 && $(lines) -eq 4 && $(grep -c 'passed in 0 min' <<<"$output") -eq 4 ]] || fault "all is well: code $code, said '$output'"

# A part fails, by its tests or by its build: its last words, and the others are run all the same.
stand_in "$work/bin/ctest" '[[ $* != *tsan* ]] || { echo "Errors while running CTest"; exit 8; }'
stand_in "$work/bin/cmake" '[[ $* != *"--build --preset asan"* ]] || { echo "x.cpp:1: error: no"; exit 1; }'
check
[[ $code -eq 1 && $(lines) -eq 4 && $output == *"asan FAILED"*"error: no"*"build/check/asan.log"* &&
    $output == *"tsan FAILED"*"Errors while running CTest"* && $output == *"lint passed"* && $output == *"package passed"* ]] ||
    fault "two parts fail: code $code, said '$output'"

check lint package
[[ $code -eq 0 && $(lines) -eq 2 ]] || fault "two parts: code $code, said '$output'"
check lint nonsense
[[ $code -eq 2 && $(lines) -eq 1 && $output == *nonsense* ]] || fault "unknown part: code $code, said '$output'"

[[ $faults -eq 0 ]] || exit 1
echo "check.sh behaves in all four situations"
