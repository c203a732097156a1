#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# test-gpu.sh PROGRAM OUT [DEVICE]: runs every experiment on a real GPU (or any device) and checks that it shows what it
# promises, by its operations and its report. Prints one line per check, writes OUT/README.md with all of them and the
# reports of the default presets beside it, and fails when a check does. What needs two GPUs is skipped where there is
# one. Needs no build tree, only bash, awk and python3, so that it runs beside an unpacked bundle.
set -euo pipefail
[[ $# -ge 2 ]] || { echo "usage: $(basename "$0") PROGRAM OUT [DEVICE]" >&2; exit 2; }
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
device=${3:-cuda:0}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 passed=0 skipped=0
rows=$scratch/rows

# run NAME EXPERIMENT name=value…: leaves NAME.csv, NAME.json and NAME.txt. A run whose data is wrong counts as a run.
run() {
    local name=$1 experiment=$2 settings=()
    shift 2
    for value in "$@"; do settings+=(--set "$value"); done
    "$program" run "$experiment" --device "$device" --repeat "${repeat:-5}" --csv "$scratch/$name.csv" \
        --report "$scratch/$name.json" "${settings[@]}" >"$scratch/$name.txt" 2>&1 || [[ -s $scratch/$name.json ]] || {
        sed -n '$p' "$scratch/$name.txt" >&2
        return 1
    }
}

# figure NAME EXPRESSION: a number from a run. Python with: ms (plain makespan), samples, startup(step) in ms, ops (the operations as dicts of numbers
# and texts), op(name), of(kind), overlap(kind, kind) in us, span(kind), findings (ids), right (the data was not wrong).
figure() {
    python3 -I - "$scratch/$1.csv" "$scratch/$1.json" "$2" <<'PYTHON'
import csv, json, sys
ops = []
for row in csv.DictReader(open(sys.argv[1])):
    for key in ("bytes", "issue_us", "ready_us", "start_us", "end_us"):
        row[key] = float(row[key]) if row[key] else 0.0
    ops.append(row)
report = json.load(open(sys.argv[2]))
ms = report["makespan_us"]["plain"]["median"] / 1000
samples = report["makespan_us"]["plain"]["samples"]
startup = lambda name: sum(s["end_us"] - s["start_us"] for s in report.get("startup", []) if s["name"] == name) / 1000
findings = [f["id"] for f in report.get("findings", [])]
right = "verification-failed" not in findings
op = lambda name: next(o for o in ops if o["name"] == name)
of = lambda kind: [o for o in ops if o["kind"] == kind]
span = lambda kind: max(o["end_us"] for o in of(kind)) - min(o["start_us"] for o in of(kind))
took = lambda o: o["end_us"] - o["start_us"]
def overlap(a, b):
    return sum(max(0.0, min(x["end_us"], y["end_us"]) - max(x["start_us"], y["start_us"])) for x in of(a) for y in of(b))
concurrency = lambda: sum(map(took, of("kernel"))) / span("kernel")
value = eval(sys.argv[3])
print(f"{value:.4g}" if isinstance(value, float) else value)
PYTHON
}

say() { # RESULT EXPERIMENT WHAT FIGURES
    printf '%-8s %-24s %s: %s\n' "$1" "$2" "$3" "$4"
    printf '| %s | %s | %s | %s |\n' "$2" "$3" "$4" "$1" >>"$rows"
}
# check EXPERIMENT WHAT CONDITION FIGURE…: CONDITION is Python over f, the list of the figures.
check() {
    local experiment=$1 what=$2 condition=$3
    shift 3
    if python3 -I -c 'import sys
def number(text):
    try: return float(text)
    except ValueError: return text == "True"
f = [number(a) for a in sys.argv[2:]]
sys.exit(0 if eval(sys.argv[1]) else 1)' "$condition" "$@"; then
        passed=$((passed + 1))
        say ok "$experiment" "$what" "$*"
    else
        failed=$((failed + 1))
        say FAILED "$experiment" "$what" "$* (wanted: $condition)"
    fi
}
# Needs some runs; when one of them cannot be made, the check failed.
attempt() {
    local experiment=$1
    shift
    "$@" || {
        failed=$((failed + 1))
        say FAILED "$experiment" "did not run" "$(tail -qn 1 "$scratch"/*.txt 2>/dev/null | tail -n 1)"
    }
}

gpus=$("$program" devices --json | python3 -I -c 'import json, sys
d = json.load(sys.stdin)
d = d["devices"] if isinstance(d, dict) else d
print(sum(1 for x in d if str(x.get("id", "")).startswith("cuda:")))')
[[ $device == cuda:* ]] || gpus=8

# Every experiment as its default preset has it: it runs in under 10 s, and right data comes back.
presets=(large-pipeline frame-pipeline swimming-in-streams bidirectional-copy transfer-size concurrent-kernels
    hardware-queues stream-priorities tensor-and-cuda-cores default-stream implicit-sync event-pipeline multi-stage-mended
    prefetch host-overlap launch-cost launch-cost-graph first-run allocation allocation-pool)
[[ $gpus -lt 2 ]] || presets+=(peer-copy gradient-buckets)
for preset in "${presets[@]}"; do
    begin=$(date +%s%N)
    if "$program" run "$preset" --device "$device" --csv "$scratch/$preset.csv" --report "$scratch/$preset.json" \
        >"$scratch/$preset.txt" 2>&1; then
        seconds=$(awk -v a="$begin" -v b="$(date +%s%N)" 'BEGIN { printf "%.2f", (b - a) / 1e9 }')
        check "$preset" "preset: s in all, makespan in ms" "f[0] < 10" "$seconds" "$(figure "$preset" ms)"
        # Which card it was is nobody's business.
        python3 -I -c 'import json, sys; r = json.load(open(sys.argv[1])); [r["device"].pop(k, 0) for k in ("uuid", "pci_bus_id")]
json.dump(r, open(sys.argv[2], "w"), indent=2)' "$scratch/$preset.json" "$out/$preset.json"
    else
        failed=$((failed + 1))
        say FAILED "$preset" "preset" "$(tail -n 1 "$scratch/$preset.txt")"
    fi
done

pipeline() {
    run a copy-compute-pipeline pipeline=frames bytes=160MiB chunks=10 streams=1
    run b copy-compute-pipeline pipeline=frames bytes=160MiB chunks=10 streams=4
    check copy-compute-pipeline "frames: 1 stream, 4 streams, ms" "f[0] > 1.5 * f[1]" "$(figure a ms)" "$(figure b ms)"
}
swimming() {
    run a swimming-in-streams
    run b swimming-in-streams non_blocking=no
    check swimming-in-streams "H2D under D2H: non-blocking, blocking, us" "f[0] > 1000 and f[1] < 0.1 * f[0]" \
        "$(figure a 'overlap("h2d", "d2h")')" "$(figure b 'overlap("h2d", "d2h")')"
    check swimming-in-streams "makespan: non-blocking, blocking, ms" "f[1] > 1.2 * f[0]" "$(figure a ms)" "$(figure b ms)"
}
both_ways() {
    run a bidirectional-copy directions=h2d
    run b bidirectional-copy directions=d2h
    run c bidirectional-copy
    check bidirectional-copy "makespan: h2d, d2h, both, ms" "f[2] < 0.8 * (f[0] + f[1])" \
        "$(figure a ms)" "$(figure b ms)" "$(figure c ms)"
}
sizes() {
    run a transfer-size largest_bytes=1GiB
    run b transfer-size host_memory=pageable
    check transfer-size "GB/s: 1 KiB, 1 GiB pinned" "f[0] < f[1] / 20" \
        "$(figure a 'op("H2D 1024")["bytes"] / took(op("H2D 1024")) / 1000')" \
        "$(figure a 'op("H2D 1073741824")["bytes"] / took(op("H2D 1073741824")) / 1000')"
    check transfer-size "makespan of the row: pinned and pageable up to 256 MiB, ms" "f[1] > 1.2 * f[0]" \
        "$(run c transfer-size && figure c ms)" "$(figure b ms)"
}
kernels() {
    for blocks in 66 99 132; do
        run "k$blocks" concurrent-kernels kernels=2 streams=2 blocks=$blocks duration_us=2000
    done
    check concurrent-kernels "at a time with 66, 99, 132 of 132 SMs" \
        "f[0] > 1.9 and 1.4 < f[1] < 1.6 and f[2] < 1.05" \
        "$(figure k66 'concurrency()')" "$(figure k99 'concurrency()')" "$(figure k132 'concurrency()')"
    for count in 128 160; do
        run "n$count" concurrent-kernels kernels=$count streams=$count blocks=1 duration_us=5000 shared_memory=0
    done
    check concurrent-kernels "128 and 160 kernels of 5 ms, ms" "f[0] < 7 and f[1] > 9.5" "$(figure n128 ms)" "$(figure n160 ms)"
}
queues() {
    for connections in 1 8 32; do
        run "q$connections" hardware-queues connections=$connections
    done
    # A sweep starts CUDA with 8: 1 and 32 take a fresh process each.
    CUDA_DEVICE_MAX_CONNECTIONS=8 "$program" sweep hardware-queues --vary connections=1,8,32 --device "$device" \
        --repeat "${repeat:-5}" --csv "$scratch/sweep.csv"
    run breadth hardware-queues issue_order=breadth-first
    check hardware-queues "units of 0.5 ms with 1, 8, 32 connections, breadth-first with 8" \
        "f[0] > 25 and 4 < f[1] < 8 and f[2] < 4 and f[3] < 4" "$(figure q1 'ms / 0.5')" "$(figure q8 'ms / 0.5')" \
        "$(figure q32 'ms / 0.5')" "$(figure breadth 'ms / 0.5')"
    # shellcheck disable=SC2046 # three figures
    check hardware-queues "the same in one sweep, in fresh processes, as part of the single runs" \
        "all(0.8 < x < 1.25 for x in f)" $(python3 -I - "$scratch/sweep.csv" "$(figure q1 ms)" "$(figure q8 ms)" \
            "$(figure q32 ms)" <<'PYTHON'
import csv, sys
for row, single in zip(csv.DictReader(open(sys.argv[1])), sys.argv[2:]):
    print(float(row["makespan_us"] or 0) / 1000 / float(single))
PYTHON
        )
}
priorities() {
    run a stream-priorities
    run b stream-priorities priorities=0
    run c stream-priorities work=copies
    local waits='op("urgent kernel")["start_us"] - op("long kernel")["start_us"]'
    check stream-priorities "urgent kernel starts after the long one: 0,-5 and equal, us" "f[0] < 0.5 * f[1]" \
        "$(figure a "$waits")" "$(figure b "$waits")"
    check stream-priorities "urgent copy waits, us" "f[0] > 500" \
        "$(figure c 'op("urgent H2D")["start_us"] - op("urgent H2D")["ready_us"]')"
}
cores() {
    for work in tensor cuda both; do
        run "w$work" tensor-and-cuda-cores work=$work
        run "m$work" tensor-and-cuda-cores work=$work kernel_work=4096
    done
    run tf32 tensor-and-cuda-cores work=tensor precision=tf32
    check tensor-and-cuda-cores "kernels of tensor, cuda, both, ms" "f[2] < 0.95 * (f[0] + f[1])" \
        "$(figure wtensor 'span("kernel") / 1000')" "$(figure wcuda 'span("kernel") / 1000')" \
        "$(figure wboth 'span("kernel") / 1000')"
    check tensor-and-cuda-cores "the same with 4096 multiply-adds: nothing won" "f[2] > 0.9 * (f[0] + f[1])" \
        "$(figure mtensor 'span("kernel") / 1000')" "$(figure mcuda 'span("kernel") / 1000')" \
        "$(figure mboth 'span("kernel") / 1000')"
    check tensor-and-cuda-cores "tf32 and bf16 alone, ms; data right" "1.5 < f[0] / f[1] < 3.5 and f[2] and f[3]" \
        "$(figure tf32 'span("kernel") / 1000')" "$(figure wtensor 'span("kernel") / 1000')" \
        "$(figure tf32 right)" "$(figure wboth right)"
}
null_stream() {
    run a default-stream duration_us=2000
    run b default-stream duration_us=2000 stream_flags=non-blocking
    run c default-stream duration_us=2000 default_stream=per-thread
    check default-stream "units of 2 ms: legacy, non-blocking streams, per-thread" "f[0] > 1.9 and f[1] < 1.3 and f[2] < 1.3" \
        "$(figure a 'ms / 2')" "$(figure b 'ms / 2')" "$(figure c 'ms / 2')"
}
intruders() {
    local gap='op("second kernel")["start_us"] - op("first kernel")["end_us"]' figures=()
    for intruder in none free null-kernel malloc-async memset device-copy malloc pinned-malloc pinned-free; do
        run "i-$intruder" implicit-sync intruder=$intruder
        figures+=("$(figure "i-$intruder" "$gap")")
    done
    check implicit-sync "second kernel after the end of the first, us, with none, cudaFree, NULL kernel, cudaMallocAsync" \
        "f[0] < 0 and f[1] > 0 and f[2] > 0 and f[3] < 0" "${figures[@]:0:4}"
    say seen implicit-sync "the same with memset, device copy, cudaMalloc, cudaHostAlloc, cudaFreeHost" "${figures[*]:4}"
}
events() {
    run a event-pipeline kernel_work=8192
    run b event-pipeline kernel_work=8192 missing_wait=second
    check event-pipeline "encode 0 after preprocess 0: joined, wait missing, us; findings have the race" \
        "f[0] >= -1 and f[1] < f[0] and f[2] and not f[3]" \
        "$(figure a 'op("encode 0")["start_us"] - op("preprocess 0")["end_us"]')" \
        "$(figure b 'op("encode 0")["start_us"] - op("preprocess 0")["end_us"]')" \
        "$(figure b '"race" in findings')" "$(figure a '"race" in findings')"
    run c multi-stage
    run d multi-stage version=mended
    check multi-stage "race found as published, not as mended; mended data right" "f[0] and not f[1] and f[2]" \
        "$(figure c '"race" in findings')" "$(figure d '"race" in findings')" "$(figure d right)"
    say seen multi-stage "data right as published" "$(figure c right)"
}
loaders() {
    run a prefetch sync_every_step=yes
    run b prefetch
    check prefetch "ms per step: synchronised, depth 2" "f[0] > 1.2 * f[1]" "$(figure a 'ms / 12')" "$(figure b 'ms / 12')"
}
hosts() {
    run a host-overlap
    run b host-overlap overlap=no
    check host-overlap "four rounds: beside, after, ms" "f[0] < 9.5 and f[1] > 11.5" "$(figure a ms)" "$(figure b ms)"
    local late='ops[-1]["end_us"] - op("kernel 0")["end_us"]' figures=()
    for with in device stream event poll-stream poll-event; do
        run "h-$with" host-overlap wait_with=$with rounds=1
        figures+=("$(figure "h-$with" "$late")")
    done
    check host-overlap "host goes on after the kernel: device, stream, event, poll-stream, poll-event, us" \
        "all(-20 < x < 500 for x in f)" "${figures[@]}"
    run f host-overlap host_function_us=500 rounds=1
    check host-overlap "host function after its kernel, us; its length" "f[0] > -20 and 490 < f[1] < 700" \
        "$(figure f 'of("host_function")[0]["start_us"] - op("kernel 0")["end_us"]')" \
        "$(figure f 'took(of("host_function")[0])')"
}
launches() {
    for how in live gated graph; do run "l-$how" launch-cost submission=$how; done
    check launch-cost "200 kernels of 1 us: live, gated, graph, ms" "f[2] < f[0]" "$(figure l-live ms)" \
        "$(figure l-gated ms)" "$(figure l-graph ms)"
}
allocations() {
    for allocator in malloc async-0 async-max; do run "a-$allocator" allocation allocator=$allocator; done
    check allocation "20 steps: malloc, async-0, async-max, ms" "f[2] < f[1] and f[2] < f[0]" "$(figure a-malloc ms)" \
        "$(figure a-async-0 ms)" "$(figure a-async-max ms)"
    run first first-run
    if [[ $device == cuda:* ]]; then
        check first-run "start-up: context, kernels, ms; first run against the median of the others" \
            "f[0] > 1 and f[1] > 0.01 and f[2] > 1" "$(figure first 'startup("creating the context")')" \
            "$(figure first 'startup("loading the kernels")')" \
            "$(figure first 'samples[0] / sorted(samples[1:])[len(samples[1:]) // 2]')"
    else
        say seen first-run "a model has no start-up; first run, ms" "$(figure first 'samples[0] / 1000')"
    fi
}
pairs() {
    run a peer-copy
    run b peer-copy peer_access=no
    run c peer-copy directions=both
    check peer-copy "GB/s: direct, staged; both ways in ms against one way" "f[0] > f[1] and f[2] < 1.6 * f[3]" \
        "$(figure a 'sum(o["bytes"] for o in of("peer")) / span("peer") / 1000')" \
        "$(figure b 'sum(o["bytes"] for o in of("peer")) / span("peer") / 1000')" "$(figure c ms)" "$(figure a ms)"
    run d gradient-buckets
    run e gradient-buckets bucket_bytes=100000000
    check gradient-buckets "all-reduce under backward, us; data right; 25 MB and 100 MB, ms" "f[0] > 0 and f[1]" \
        "$(figure d 'overlap("kernel", "collective")')" "$(figure d right)" "$(figure d ms)" "$(figure e ms)"
}

attempt copy-compute-pipeline pipeline
attempt swimming-in-streams swimming
attempt bidirectional-copy both_ways
attempt transfer-size sizes
attempt concurrent-kernels kernels
attempt hardware-queues queues
attempt stream-priorities priorities
attempt tensor-and-cuda-cores cores
attempt default-stream null_stream
attempt implicit-sync intruders
attempt event-pipeline events
attempt prefetch loaders
attempt host-overlap hosts
attempt launch-cost launches
attempt allocation allocations
if [[ $gpus -ge 2 ]]; then
    attempt peer-copy pairs
else
    for experiment in peer-copy gradient-buckets; do
        skipped=$((skipped + 1))
        say skipped "$experiment" "needs two GPUs" "$gpus here"
    done
fi

{
    echo "# Every experiment on $("$program" devices --json | python3 -I -c 'import json, sys
d = json.load(sys.stdin)
d = d["devices"] if isinstance(d, dict) else d
print(next((x.get("name", "") for x in d if x.get("id") == sys.argv[1]), ""))' "$device") ($device)"
    echo
    echo "Written by scripts/test-gpu.sh on $(date +%F): $passed checks passed, $failed failed, $skipped skipped."
    echo
    echo "| experiment | what | figures | result |"
    echo "|---|---|---|---|"
    cat "$rows"
} >"$out/README.md"
echo "$passed checks passed, $failed failed, $skipped skipped: $out/README.md"
[[ $failed -eq 0 ]]
