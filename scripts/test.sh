#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Installs what is missing, builds everything, runs all tests and fuzzes the trace readers for a minute; fails when one of
# them fails. Arguments go to ctest (scripts/test.sh -R simulator), and then nothing is fuzzed. No display is needed. With CI=true nothing is interactive and logs are printed.
# shellcheck source-path=SCRIPTDIR disable=SC2119
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$root/scripts/setup.sh"
configure_release
build_release

use_private_runtime_dir
export QT_QPA_PLATFORM=offscreen
say "running the tests"
cd "$root"
status=0
ctest --preset release --no-tests=error "$@" || status=$?
[[ $status -eq 0 ]] || say "tests failed (above; all of it: build/release/Testing/Temporary/LastTest.log)"
# Somebody who names tests wants those; all of them includes a minute of broken traces.
if [[ $status -eq 0 && $# -eq 0 ]]; then
    "$root/scripts/fuzz.sh" 60 || status=$?
fi
exit "$status"
