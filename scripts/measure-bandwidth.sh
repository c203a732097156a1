#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# measure-bandwidth.sh PROGRAM OUT [DEVICE]: what the copy engines reach, measured as nvbandwidth does it: 16 copies of
# 512 MiB of pinned memory one after the other, behind a gate, per direction alone and both at once; GB/s = 10^9 bytes
# per second. Prints the plain median (all that was copied by the makespan of the plain runs) and, per direction, what
# the bars say (bytes by the time from the first start to the last end). Needs no build tree.
set -euo pipefail
[[ $# -ge 2 && -x $1 ]] || { echo "usage: ${0##*/} PROGRAM OUT [DEVICE]" >&2; exit 2; }
program=$(realpath "$1")
out=$2
device=${3:-cuda:0}
mkdir -p "$out"
cd "$out"
for clock in auto events; do
    for directions in h2d d2h both; do
        name=$directions.$clock
        "$program" run bidirectional-copy --device "$device" --clock $clock --repeat 9 --set bytes=8GiB --set chunks=16 \
            --set directions=$directions --set submission=gated --csv "$name.csv" --report "$name.json" >"$name.txt" 2>&1 \
            || { cat "$name.txt"; exit 1; }
        plain=$(awk '/^makespan/ { print $2; exit }' "$name.txt")
        awk -F, -v name="$name" -v plain="$plain" '
            $2 == "h2d" || $2 == "d2h" { if (!($2 in first) || $12 < first[$2]) first[$2] = $12
                                         if ($13 > last[$2]) last[$2] = $13; bytes[$2] += $9; all += $9 }
            END { printf "%s: plain %.2f GB/s", name, all / plain / 1e6
                  for (k in bytes) printf ", %s bars %.2f GB/s", k, bytes[k] / (last[k] - first[k]) / 1e3; print "" }' "$name.csv"
    done
done
