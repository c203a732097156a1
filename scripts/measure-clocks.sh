#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Holds our clocks against CUPTI's on a real GPU, over configurations of the copy-compute pipeline: per configuration a
# report with every operation's times by both, and one summary.csv with the errors and the costs.
#   scripts/measure-clocks.sh STREAMSCOPE OUT_DIR
set -euo pipefail
[[ $# -eq 2 && -x $1 ]] || { echo "usage: ${0##*/} STREAMSCOPE OUT_DIR" >&2; exit 2; }
program=$1 out=$2
device=${STREAMSCOPE_DEVICE:-cuda:0}
mkdir -p "$out"

# bytes chunks streams order kernel_work
configurations="
256MiB 4 4 depth-first 64
256MiB 8 4 depth-first 64
256MiB 8 4 breadth-first 64
256MiB 8 4 serial 64
256MiB 16 4 depth-first 64
256MiB 16 4 breadth-first 64
256MiB 16 4 depth-first 1024
256MiB 16 4 depth-first 8192
256MiB 16 4 breadth-first 8192
256MiB 4 4 depth-first 8192
256MiB 64 8 depth-first 64
256MiB 64 8 breadth-first 64
16MiB 8 4 depth-first 64
16MiB 32 4 depth-first 1024
4MiB 64 8 depth-first 64
"
while read -r bytes chunks streams order work; do
    [[ -n $bytes ]] || continue
    name=$bytes-$chunks-$streams-$order-$work
    for clock in events cupti; do
        check=()
        [[ $clock == cupti ]] || check=(--check-clocks)
        "$program" run copy-compute-pipeline --device "$device" --repeat 15 --clock $clock "${check[@]}" \
            --set bytes="$bytes" --set chunks="$chunks" --set streams="$streams" --set issue_order="$order" \
            --set kernel_work="$work" --csv "$out/$name.$clock.csv" --report "$out/$name.$clock.json" \
            >"$out/$name.$clock.txt" 2>"$out/log" || { echo "$name $clock failed:"; cat "$out/log"; }
    done
done <<<"$configurations"
rm -f "$out/log"
python3 - "$out" <<'PY'
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
