#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Installs what is missing, builds everything, runs all tests; then it fuzzes the readers for a minute and runs their tests
# under the address sanitizer. Fails when one of these does. Arguments go to ctest (scripts/test.sh -R simulator),
# and then that is all. No display is needed. With CI=true nothing is interactive and logs are printed.
# What takes longer is in scripts/check.sh.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

groups=(test)
[[ ${CI:-} != true ]] || groups+=(partners)
"$root/scripts/setup.sh" "${groups[@]}"
configure_preset release
build_preset release

use_private_runtime_dir
export QT_QPA_PLATFORM=offscreen
say "running the tests"
cd "$root"
status=0
ctest --preset release --no-tests=error -j "$(nproc)" "$@" || status=$?
[[ $status -eq 0 ]] || say "tests failed (above; all of it: build/release/Testing/Temporary/LastTest.log)"
# Somebody who names tests wants those.
if [[ $status -eq 0 && $# -eq 0 ]]; then
    "$root/scripts/fuzz.sh" 60 || status=$?
    build_preset fuzz reader_tests # one build of the engine for both
    say "running the readers' tests under the address sanitizer"
    ctest --preset fuzz -L readers --no-tests=error -j "$(nproc)" || status=$?
fi
exit "$status"
