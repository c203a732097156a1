#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# measure-examples.sh PROGRAM OUT [DEVICE]: for each published example a picture of its first preset that names no device,
# else of its first one, run on DEVICE (cuda:0), and the makespan, for docs/examples.md. Gradient buckets need two GPUs.
# Needs no build tree, so that it runs beside an unpacked bundle on a GPU machine.
set -euo pipefail
[[ $# -ge 2 && $# -le 3 && -x $1 ]] || { echo "usage: ${0##*/} PROGRAM OUT [DEVICE]" >&2; exit 2; }
program=$(realpath "$1")
out=$2
device=${3:-cuda:0}
mkdir -p "$out"

"$program" experiments --json | python3 -I -c 'import json, sys
lab = json.load(sys.stdin)
own = {p["name"]: p["device"] for p in lab["presets"]}
for example in lab["examples"]:
    print(example["id"], next((name for name in example["presets"] if not own[name]), example["presets"][0]))' |
while read -r id preset; do
    status=0
    rm -f "$out/example-$id.png" # of a former time
    "$program" run "$preset" --device "$device" --image "$out/example-$id.png" --scale 1 >"$out/$id.txt" 2>&1 || status=$?
    if [[ $status -ne 0 && ! -s $out/example-$id.png ]]; then # a race brings wrong data, which is an exit code, too
        echo "$id: $(tail -1 "$out/$id.txt")"
        continue
    fi
    echo "$id: $(grep -E '^(device|makespan|data)' "$out/$id.txt" | tr -s ' ' | tr '\n' ' ')"
done
