#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Does the generated code take as long as the lab's run of the same Program?
#   measure-codegen.sh make PROGRAM OUT [ARCHITECTURE]   writes every preset as CUDA C++ and PyTorch into OUT, and compiles the
#                                                        former with nvcc for sm_90 or another one
#   measure-codegen.sh run PROGRAM OUT [ROUNDS [PRESET…]] on a GPU machine: lab, CUDA and PyTorch in turns, ROUNDS times (5), and
#                                                        prints a CSV line for each preset, with the medians of the ratios
# Needs no build tree. Presets that need several GPUs are left out.
set -euo pipefail
usage="usage: ${0##*/} make PROGRAM OUT [ARCHITECTURE] | run PROGRAM OUT [ROUNDS [PRESET…]]"
[[ $# -ge 3 && ($1 == make && $# -le 4 || $1 == run) && -x $2 ]] || { echo "$usage" >&2; exit 2; }
program=$(realpath "$2") out=$3
mkdir -p "$out"
presets() {
    "$program" experiments --json | python3 -I -c 'import json, sys
for preset in json.load(sys.stdin)["presets"]:
    if preset["experiment"] not in ("gradient-buckets", "peer-copy"):
        print(preset["name"])'
}

if [[ $1 == make ]]; then
    architecture=${4:-sm_90}
    for preset in $(presets); do
        "$program" codegen "$preset" --language cuda --output "$out/$preset.cu"
        "$program" codegen "$preset" --language pytorch --output "$out/$preset.py"
    done
    presets | xargs -P "$(nproc)" -I{} nvcc -O3 -std=c++17 "-arch=$architecture" -Werror all-warnings "$out/{}.cu" -o "$out/{}"
    exit
fi

rounds=${4:-5}
names=("${@:5}")
[[ ${#names[@]} -gt 0 ]] || mapfile -t names < <(presets)
device=${STREAMSCOPE_DEVICE:-cuda:0}
has_torch=yes
python3 -I -c 'import torch; assert torch.cuda.is_available()' 2>/dev/null || has_torch=no
# The lab begins each measurement on a core at full speed, one that no other machine's work shares; so do the others here.
on_fast_core() {
    python3 -I -c 'import os, sys, time
cores = os.sched_getaffinity(0)
def slowness(core):
    os.sched_setaffinity(0, {core})
    times = []
    for _ in range(5):  # an interrupt spoils one of them
        begin = time.perf_counter()
        sum(range(10_000))
        times.append(time.perf_counter() - begin)
    return sorted(times)[2]
os.sched_setaffinity(0, {min(cores, key=slowness)})
os.sched_setaffinity(0, cores)  # moved there, not bound
os.execvp(sys.argv[1], sys.argv[1:])' "$@"
}
makespan() { awk '/^makespan/ { print $2; found = 1 } END { if (!found) print "-" }'; }
echo "preset,lab_ms,cuda_ms,cuda_percent,cuda_data,pytorch_ms,pytorch_percent,pytorch_data"
for preset in "${names[@]}"; do
    for ((round = 0; round < rounds; ++round)); do
        { "$program" run "$preset" --device "$device" 2>&1 || true; } | makespan # a race may bring wrong data
        on_fast_core "$out/$preset" >"$out/$preset.cuda.txt" 2>&1 || true
        makespan <"$out/$preset.cuda.txt"
        if [[ $has_torch == yes ]]; then on_fast_core timeout 60 python3 "$out/$preset.py" >"$out/$preset.pytorch.txt" 2>&1 || true; fi
        [[ $has_torch == yes ]] && makespan <"$out/$preset.pytorch.txt" || echo -
    done | python3 -I -c '
import re, statistics, sys
preset, out = sys.argv[1:]
values = [float(word) if word != "-" else None for word in sys.stdin.read().split()]
lab, cuda, torch = values[0::3], values[1::3], values[2::3]
def data(language):
    try:
        found = re.search(r"^data\s+(.*)$", open(f"{out}/{preset}.{language}.txt").read(), re.M)
        return found.group(1).replace(",", ";") if found else "?"
    except OSError:
        return "-"
def column(other, language):
    pairs = [(a, b) for a, b in zip(lab, other) if a and b]
    if not pairs:
        return f"-,-,{data(language)}"
    percent = 100 * (statistics.median(b / a for a, b in pairs) - 1)
    return f"{statistics.median(b for _, b in pairs):.3f},{percent:+.1f},{data(language)}"
known = [value for value in lab if value]
print(preset, f"{statistics.median(known):.3f}" if known else "-", column(cuda, "cuda"), column(torch, "pytorch"), sep=",", flush=True)
' "$preset" "$out"
done
