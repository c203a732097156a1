#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# measure-experiments.sh PROGRAM OUT [DEVICE]: runs concurrent-kernels, stream-priorities and bidirectional-copy as the
# presets have them and over the range where they show something, and prints one line per run. OUT gets the operations,
# reports and pictures of the presets. Needs no build tree, so that it runs beside an unpacked bundle on a GPU machine.
set -euo pipefail
program=$(realpath "$1")
out=$2
device=${3:-cuda:0}
mkdir -p "$out"
cd "$out"

for preset in concurrent-kernels leftover-three-quarters resident-limit stream-priorities priority-and-copies \
    bidirectional-copy; do
    "$program" run "$preset" --device "$device" --csv "$preset.csv" --report "$preset.json" --image "$preset.png" \
        >"$preset.txt" 2>&1
    # Which card it was is nobody's business.
    python3 -I -c 'import json, sys; r = json.load(open(sys.argv[1])); [r["device"].pop(k, 0) for k in ("uuid", "pci_bus_id")]
json.dump(r, open(sys.argv[1], "w"), indent=2)' "$preset.json"
    echo "preset $preset: $(grep -E '^(makespan|data)' "$preset.txt" | tr -s ' ' | tr '\n' ' ')"
done

# measure NAME EXPERIMENT name=value…: leaves the operations in run.csv and prints the plain makespan.
measure() {
    local name=$1 experiment=$2 settings=()
    shift 2
    for value in "$@"; do settings+=(--set "$value"); done
    "$program" run "$experiment" --device "$device" --repeat 5 --csv run.csv "${settings[@]}" >run.txt 2>&1
    printf '%s: makespan %s ms' "$name" "$(awk '/^makespan/ { print $2; exit }' run.txt)"
}
concurrency() {
    awk -F, '$2 == "kernel" { sum += $13 - $12; if (!n++ || $12 < first) first = $12; if ($13 > last) last = $13 }
        END { printf ", concurrency %.3f, span %.3f ms\n", sum / (last - first), (last - first) / 1000 }' run.csv
}

for blocks in 33 66 99 132 264; do
    measure "leftover, 2 kernels of $blocks blocks" concurrent-kernels kernels=2 streams=2 blocks=$blocks duration_us=2000
    concurrency
done
for kernels in 8 16 32 64 96 128 129 160 256; do
    measure "resident, $kernels kernels of 1 block" concurrent-kernels kernels=$kernels streams=$kernels blocks=1 \
        duration_us=5000 shared_memory=0
    concurrency
done
for streams in 1 2 4 8; do
    measure "8 kernels of 16 blocks on $streams streams" concurrent-kernels streams=$streams
    concurrency
done

urgent_wait() {
    awk -F, '$3 == "long kernel" { a = $12; b = $13 } $3 == "urgent kernel" { r = $11; s = $12; e = $13 }
        END { printf ", long %.0f to %.0f, urgent ready %.0f runs %.0f to %.0f us\n", 0, b - a, r - a, s - a, e - a }' run.csv
}
for priorities in 0 0,-5 -5,0; do
    for blocks in 132 100; do
        measure "priorities $priorities, $blocks blocks" stream-priorities priorities=$priorities blocks=$blocks
        urgent_wait
    done
done
measure "priorities 0,-5, 1 wave" stream-priorities waves=1
urgent_wait
measure "priorities 0,-5, blocks of 100 us" stream-priorities waves=40 duration_us=100
urgent_wait
for priorities in 0 0,-5; do
    measure "copies, priorities $priorities" stream-priorities work=copies priorities=$priorities
    awk -F, '$2 == "h2d" && $5 == "background" { end = $13 } $3 == "urgent H2D" { r = $11; s = $12 }
        END { printf ", background copies end %.0f, urgent ready %.0f starts %.0f us\n", end, r, s }' run.csv
done

for memory in pinned pageable write-combined registered; do
    for directions in h2d d2h both; do
        measure "$memory $directions" bidirectional-copy directions=$directions host_memory=$memory
        awk -F, '$8 != "" && $3 ~ /^(H2D|D2H) [0-9]+$/ {
                bytes[$2] += $9; if (!n[$2]++ || $12 < first[$2]) first[$2] = $12; if ($13 > last[$2]) last[$2] = $13 }
            END { for (k in bytes) printf ", %s %.2f GB/s", k, bytes[k] / (last[k] - first[k]) / 1000; print "" }' run.csv
    done
done
rm -f run.csv run.txt
