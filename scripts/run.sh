#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# From a clean clone to the lab: installs what is missing, builds, starts the program. Arguments go to the program
# (scripts/run.sh devices). Without a display and without arguments it runs the default preset instead and leaves a
# picture, a table and a report under out/.
# shellcheck source-path=SCRIPTDIR disable=SC2119
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
build=$root/build/run

called_from=$PWD
"$root/scripts/setup.sh"
configure_preset run
build_preset run streamscope
program=$build/bin/streamscope

if [[ $# -gt 0 || -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    [[ $# -gt 0 ]] || say "opening the lab"
    cd "$called_from" # file names in the arguments are meant from there
    exec "$program" "$@"
fi

preset=large-pipeline
out=$root/out
say "no display (DISPLAY and WAYLAND_DISPLAY are empty): running the preset $preset without a window"
mkdir -p "$out"
use_private_runtime_dir
"$program" run "$preset" --image "$out/$preset.png" --csv "$out/$preset.csv" --report "$out/$preset.json" ||
    fail "the run failed (exit code $?)"
