#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Measures the copy-compute pipeline on a real GPU: pinned and pageable memory, serial, depth-first and breadth-first, each
# with its CSV, report and picture, and (where the hand-written program is given) the plain makespan beside its own,
# alternating in one go because machines drift.
#   scripts/measure-pipeline.sh STREAMSCOPE OUT_DIR [HANDWRITTEN]
# STREAMSCOPE: the program, of a bundle or a build. HANDWRITTEN: tests/bench/handwritten_pipeline, built.
set -euo pipefail
[[ $# -ge 2 && $# -le 3 && -x $1 ]] || { echo "usage: ${0##*/} STREAMSCOPE OUT_DIR [HANDWRITTEN]" >&2; exit 2; }
program=$1 out=$2 handwritten=${3:-}
device=${STREAMSCOPE_DEVICE:-cuda:0}
rounds=${ROUNDS:-9}
mkdir -p "$out"

"$program" devices | sed -n "/^$device/,/^\$/p" >"$out/device.txt"
{
    echo "memory,order,plain_median_ms,plain_min_ms,instrumented_ms,serial_ms,bound_ms,speedup,efficiency,verification"
    for memory in pinned pageable; do
        for order in serial depth-first breadth-first; do
            name=$memory-$order
            "$program" run large-pipeline --device "$device" --repeat 20 --set host_memory=$memory --set issue_order=$order \
                --csv "$out/$name.csv" --report "$out/$name.json" --image "$out/$name.png" >"$out/$name.txt"
            python3 -I - "$out/$name.json" $memory $order <<'PY'
import json, sys
r = json.load(open(sys.argv[1])); m = r["makespan_us"]
print(",".join([sys.argv[2], sys.argv[3]] + ["%.3f" % (v / 1000) for v in (m["plain"]["median"], m["plain"]["min"], m["instrumented"], r["serial_us"], r["bound_us"])]
      + ["%.2f" % r["speedup"], "%.2f" % r["efficiency"], r["verification"]["result"]]))
PY
        done
    done
} | tee "$out/summary.csv"

[[ -n $handwritten ]] || exit 0
median_of() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
{
    echo "round,handwritten_ms,streamscope_ms,ratio"
    for ((round = 1; round <= rounds; ++round)); do
        theirs=$("$handwritten" --repeat 20 | sed -n 's/.*median \([0-9.]*\) ms.*/\1/p')
        ours=$("$program" run large-pipeline --device "$device" --repeat 20 | awk '/^makespan/ { print $2 }')
        awk -v r=$round -v a="$theirs" -v b="$ours" 'BEGIN { printf "%d,%s,%s,%.4f\n", r, a, b, b / a }'
    done
} | tee "$out/handwritten.csv"
echo "median ratio $(tail -n +2 "$out/handwritten.csv" | cut -d, -f4 | median_of)"
