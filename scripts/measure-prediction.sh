#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Measures how well a calibrated profile predicts a GPU: calibrates, runs copy-compute pipelines that the calibration
# has not seen on the GPU and on the profile, and keeps both tables. Where python3 is there, it compares them.
#   scripts/measure-prediction.sh STREAMSCOPE OUT_DIR [DEVICE]
# Needs bash and coreutils, no build tree. Less than 4 minutes on an H200; python3 scripts/compare_prediction.py OUT_DIR
# can be run later and elsewhere.
set -euo pipefail
[[ $# -ge 2 && $# -le 3 && -x $1 ]] || { echo "usage: ${0##*/} STREAMSCOPE OUT_DIR [DEVICE]" >&2; exit 2; }
program=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
out=$2
device=${3:-cuda:0}
mkdir -p "$out"
cd "$out"

time "$program" calibrate --device "$device" --profile profile.json | tee calibrate.txt

# sweep NAME ARGUMENT…: the same configurations on the device and on its profile. Configurations that a device refuses
# are rows of their own and end neither.
sweep() {
    local name=$1
    shift
    for target in measured predicted; do
        local id=$device
        [[ $target == measured ]] || id=sim:profile.json
        "$program" sweep copy-compute-pipeline --device "$id" --csv "$target-$name.csv" --repeat 7 "$@" \
            || echo "$target-$name: exit $?" >&2
    done
    echo "$name: $(($(wc -l <"measured-$name.csv") - 1)) configurations"
}

# Sizes that are none of the calibration's: all of 4 to 512 MiB, 1 to 64 chunks, 1 to 16 streams, work 1 to 8192.
sweep pinned-small --vary bytes=4MiB,24MiB --vary chunks=1,6,20,64 --vary streams=1,4,16 \
    --vary issue_order=depth-first,breadth-first --set host_memory=pinned --set kernel_work=64
sweep pinned-large --vary bytes=160MiB,512MiB --vary chunks=3,12,40 --vary streams=2,8 \
    --vary issue_order=depth-first,breadth-first --set host_memory=pinned --set kernel_work=256
sweep serial --vary bytes=4MiB,40MiB,320MiB --vary chunks=1,8,32 --vary issue_order=serial --set streams=4 \
    --set host_memory=pinned --set kernel_work=64
sweep kernels --vary bytes=80MiB --vary chunks=5,20 --vary kernel_work=1,30,700,3000,8192 --vary streams=3,10 \
    --set host_memory=pinned
sweep pageable --vary bytes=6MiB,48MiB,200MiB --vary chunks=1,8 --vary issue_order=serial,depth-first,breadth-first \
    --set host_memory=pageable --set streams=4 --set repeat=5

# Which card it was is nobody's business.
if command -v python3 >/dev/null; then
    python3 "$here/compare_prediction.py" .
else
    echo "no python3 here: run scripts/compare_prediction.py on this folder elsewhere"
fi
