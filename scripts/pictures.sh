#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Makes the pictures of the window in docs/pictures anew, on the simulated H200, without a display. With `all`: every
# picture in each theme and at 1x and 2x under build/release/pictures instead, to be looked at after changes of the window.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 0 || $* == all ]] || fail "usage: scripts/pictures.sh [all]"
names=(window trace two-gpus many-chunks counters sweep what-if comparison
    training-opened training-copy training-lines training-changed ranks)
configure_preset release
build_preset release window_pictures streamscope
use_private_runtime_dir
export STREAMSCOPE_SOURCE_DIR=$root

take() { # FOLDER THEME SCALE NAME…
    local folder=$1 theme=$2 scale=$3
    shift 3
    mkdir -p "$folder"
    say "$folder: $theme, ${scale}x: $*"
    QT_SCALE_FACTOR=$scale "$build/tests/window_pictures" "$folder" "$theme" "$@" ||
        fail "the pictures were not made (exit code $?)"
}

if [[ $# -gt 0 ]]; then
    for theme in light dark contrast; do
        for scale in 1 2; do
            take "$build/pictures/$theme-${scale}x" "$theme" "$scale" "${names[@]}"
        done
    done
else
    take "$root/docs/pictures" light 1 window two-gpus counters training-opened training-copy training-lines \
        training-changed ranks
    take "$root/docs/pictures" dark 1 many-chunks sweep
    take "$root/docs/pictures" light 2 trace what-if
    take "$root/docs/pictures" dark 2 comparison
    "$build/bin/streamscope" convert "$root/tests/data/pairs/h200-third/train-pin.before.json.gz" --fold-steps --scale 1 \
        --image "$root/docs/pictures/folded-step.png" || fail "the picture of the folded step was not made"
fi
