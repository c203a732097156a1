#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Holds our clocks against CUPTI's on a real GPU, over configurations of the four first experiments and the three ways
# to submit: per configuration a report with every operation's times by both and the raw times they were computed from,
# and one summary.csv with the errors and the costs.
#   scripts/measure-clocks.sh STREAMSCOPE OUT_DIR
set -euo pipefail
[[ $# -eq 2 && -x $1 ]] || { echo "usage: ${0##*/} STREAMSCOPE OUT_DIR" >&2; exit 2; }
program=$1 out=$2
device=${STREAMSCOPE_DEVICE:-cuda:0}
mkdir -p "$out"

pipeline() { # bytes chunks streams order kernel_work submission
    echo "copy-compute-pipeline bytes=$1 chunks=$2 streams=$3 issue_order=$4 kernel_work=$5 submission=$6"
}
configurations() {
    for chunks in 4 8 16; do pipeline 256MiB $chunks 4 depth-first 64 live; done
    for chunks in 8 16; do pipeline 256MiB $chunks 4 breadth-first 64 live; done
    pipeline 256MiB 8 4 serial 64 live
    for work in 1024 8192; do pipeline 256MiB 16 4 depth-first $work live; done
    pipeline 256MiB 16 4 breadth-first 8192 live
    for order in depth-first breadth-first; do pipeline 256MiB 64 8 $order 64 live; done
    pipeline 16MiB 8 4 depth-first 64 live
    pipeline 16MiB 32 4 depth-first 1024 live
    for submission in live gated graph; do
        pipeline 4MiB 64 8 depth-first 64 $submission
        echo "concurrent-kernels kernels=8 streams=8 blocks=16 submission=$submission"
        echo "concurrent-kernels kernels=2 streams=2 blocks=99 submission=$submission"
        echo "concurrent-kernels kernels=32 streams=4 blocks=66 duration_us=50 submission=$submission"
        echo "stream-priorities submission=$submission"
        echo "bidirectional-copy submission=$submission"
        echo "bidirectional-copy bytes=64MiB submission=$submission"
    done
    for submission in gated graph; do
        for chunks in 8 16 64; do pipeline 256MiB $chunks 4 depth-first 64 $submission; done
        pipeline 256MiB 16 4 breadth-first 1024 $submission
    done
}
while read -r experiment settings; do
    name=$experiment-${settings// /-}
    name=${name//[^a-zA-Z0-9.-]/-}
    arguments=()
    for setting in $settings; do arguments+=(--set "$setting"); done
    for clock in events cupti; do
        extra=()
        [[ $clock == cupti ]] || extra=(--check-clocks --raw-times "$out/$name.raw.json")
        "$program" run "$experiment" --device "$device" --repeat 15 --clock $clock "${arguments[@]}" "${extra[@]}" \
            --csv "$out/$name.$clock.csv" --report "$out/$name.$clock.json" \
            >"$out/$name.$clock.txt" 2>"$out/log" || { echo "$name $clock failed:"; cat "$out/log"; }
    done
done < <(configurations)
rm -f "$out/log"
python3 -I - "$out" <<'PY'
import glob, json, os, sys
out = sys.argv[1]
with open(os.path.join(out, "summary.csv"), "w") as f:
    f.write("configuration,kind,operations,start_median_us,start_p99_us,start_max_us,end_median_us,end_p99_us,end_max_us,"
            "plain_us,events_cost_percent,cupti_cost_percent,plain_afterwards_percent\n")
    for path in sorted(glob.glob(os.path.join(out, "*.events.json"))):
        check = json.load(open(path)).get("clock_check", {})
        name = os.path.basename(path)[:-len(".events.json")]
        if "kinds" not in check:
            print(name, check)
            continue
        m = check["makespan_us"]
        cost = lambda key: "%.1f" % (100 * (m[key] / m["plain"] - 1))
        for kind, k in check["kinds"].items():
            e = ["%.2f" % k[side][q] for side in ("start_error_us", "end_error_us") for q in ("median", "p99", "max")]
            f.write(",".join([name, kind, str(k["operations"])] + e + ["%.1f" % m["plain"], cost("events"), cost("cupti"), cost("plain_afterwards")]) + "\n")
PY
cat "$out/summary.csv"
