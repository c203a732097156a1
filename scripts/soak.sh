#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Runs every preset over and over in one process, then in one engine process, and fails where memory, open files, threads or the
# GPU's memory grow: soak.sh [RUNS] [DEVICE], 10,000 runs on sim:h200 without. The samples: build/soak*.csv.
# For a GPU machine without Qt scripts/test-gpu.sh FOLDER packs the same program: FOLDER/bin/soak 1000 cuda:0 [engine].
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -le 2 ]] || fail "usage: scripts/soak.sh [RUNS] [DEVICE]"
runs=${1:-10000}
device=${2:-sim:h200}

"$root/scripts/setup.sh" test
configure_preset release
build_preset release streamscope soak
export STREAMSCOPE_PROGRAM=$build/bin/streamscope
"$build/tests/soak" "$runs" "$device" >"$root/build/soak.csv"
"$build/tests/soak" "$runs" "$device" engine >"$root/build/soak-engine.csv"
say "nothing grew in $runs runs on $device, in one process and in an engine process"
