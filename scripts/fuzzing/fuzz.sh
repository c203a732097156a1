#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Runs the fuzzers of this bundle: fuzz.sh SECONDS JOBS [EXECUTIONS], 10,000,000 of each when not said. JOBS processes run at
# once, each for a slice of the time; the next slice is for the fuzzer with the fewest executions, so slow ones get more.
# Where the bundle has both flavours, every third slice of a fuzzer is checked by the sanitizers, the others by assertions of the
# standard library.
# Prints one line for each fuzzer at the end and keeps all in results/: summary.txt, found/ with the inputs that broke something,
# logs/, corpus/. Ends with 1 where something was found. Needs bash 5.1 and nothing else; scripts/fuzz-bundle.sh made it.
set -euo pipefail
shopt -s nullglob
[[ ${1:-} =~ ^[1-9][0-9]*$ && ${2:-} =~ ^[1-9][0-9]*$ && ${3:-1} =~ ^[1-9][0-9]*$ && $# -le 3 ]] || {
    echo "usage: fuzz.sh SECONDS JOBS [EXECUTIONS]" >&2
    exit 2
}
cd "$(dirname "${BASH_SOURCE[0]}")"
deadline=$((SECONDS + $1)) jobs=$2 target=${3:-10000000}
most_crashes=20 # of one fuzzer, which are one fault in most cases
slice=$(($1 / 8))
((slice >= 10)) || slice=10
((slice <= 60)) || slice=60

flavours=(bin/*)
flavours=("${flavours[@]#bin/}")
readers=(seeds/*)
readers=("${readers[@]#seeds/}")
results=results
mkdir -p $results/{found,logs,new,corpus}
declare -A executions=() checked=() seconds=() before=() coverage=() crashes=() running=() slices=() task=()
for reader in "${readers[@]}"; do
    mkdir -p "$results/corpus/$reader"
    executions[$reader]=0 checked[$reader]=0 seconds[$reader]=0 crashes[$reader]=0 running[$reader]=0 slices[$reader]=0
done

# One process of libFuzzer in a folder of its own; what it learns is moved to the others' when it ends.
fuzz_one() { # READER FLAVOUR NUMBER SECONDS
    local reader=$1 flavour=$2 number=$3 new=$results/new/$3 log=$results/logs/$3.log
    mkdir "$new"
    lib/ld-linux-x86-64.so.2 --library-path "$PWD/lib" "bin/$flavour/fuzz_$reader" \
        -runs=$((target - executions[$reader])) -max_total_time="$4" -timeout=25 -rss_limit_mb=2048 \
        -max_len="$(<"longest/$reader")" -dict="dictionaries/$reader" -artifact_prefix="$results/found/$reader-$flavour-" \
        -print_final_stats=1 -reload=0 -seed=$((20261125 + number)) \
        "$new" "$results/corpus/$reader" "seeds/$reader" >"$log" 2>&1 </dev/null || echo "fuzz.sh: exit $?" >>"$log"
    for input in "$new"/*; do mv -f "$input" "$results/corpus/$reader/"; done
}

# The fuzzer that is to run next: the fewest executions, of those that run the fewest times; nothing where all are done.
next_reader() {
    local reader best= limit=$(((jobs + 2) / 3))
    for reader in "${readers[@]}"; do
        ((executions[$reader] < target && crashes[$reader] < most_crashes && running[$reader] < limit)) || continue
        # What runs already will add to it: as much as its slices did so far.
        local expected=$((executions[$reader] + running[$reader] * (1 + executions[$reader] / (slices[$reader] ? slices[$reader] : 1))))
        ((slices[$reader] > 0 || running[$reader] == 0)) || expected=$target
        if [[ -z $best ]] || ((expected < least)); then
            best=$reader least=$expected
        fi
    done
    echo "$best"
}

# Adds up what the log of a slice says; the log itself stays only where something was found.
count() { # READER FLAVOUR NUMBER
    local reader=$1 log=$results/logs/$3.log number first last time
    number=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    first=$(sed -n 's/.*INITED cov: \([0-9]*\).*/\1/p' "$log" | head -n 1)
    last=$(sed -n 's/^#.* cov: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
    time=$(sed -n 's/^Done [0-9]* runs in \([0-9]*\) second.*/\1/p' "$log")
    executions[$reader]=$((executions[$reader] + ${number:-0}))
    seconds[$reader]=$((seconds[$reader] + ${time:-0}))
    [[ $2 != checked ]] || checked[$reader]=$((checked[$reader] + ${number:-0}))
    # Two flavours have different edges: those of one are told.
    if [[ $2 == "${flavours[-1]}" ]]; then
        [[ -n ${before[$reader]:-} ]] || before[$reader]=${first:-0}
        ((${last:-0} <= ${coverage[$reader]:-0})) || coverage[$reader]=$last
    fi
    if grep -q '^fuzz.sh: exit' "$log"; then
        crashes[$reader]=$((crashes[$reader] + 1))
    else
        rm "$log"
    fi
}

summary() {
    local reader
    printf '%-16s %12s %12s %10s %12s %8s\n' fuzzer executions sanitized per_second new_coverage crashes
    for reader in "${readers[@]}"; do
        printf '%-16s %12d %12d %10d %12s %8d\n' "$reader" "${executions[$reader]}" "${checked[$reader]}" \
            $((executions[$reader] / (seconds[$reader] ? seconds[$reader] : 1))) \
            "$((${coverage[$reader]:-0} - ${before[$reader]:-0}))" "${crashes[$reader]}"
    done
}

started=0
while :; do
    left=$((deadline - SECONDS))
    while ((${#task[@]} < jobs && left > 1)); do
        reader=$(next_reader)
        [[ -n $reader ]] || break
        flavour=${flavours[0]} # checked, where there are two
        ((slices[$reader] % 3 == 0)) || flavour=${flavours[-1]}
        started=$((started + 1)) slices[$reader]=$((slices[$reader] + 1)) running[$reader]=$((running[$reader] + 1))
        fuzz_one "$reader" $flavour $started $((left < slice ? left : slice)) &
        task[$!]="$reader $flavour $started"
    done
    ((${#task[@]} > 0)) || break
    wait -n -p ended "${!task[@]}" || true
    read -r reader flavour number <<<"${task[$ended]}"
    unset "task[$ended]"
    running[$reader]=$((running[$reader] - 1))
    count "$reader" "$flavour" "$number"
    summary >$results/summary.txt # also for somebody who ends this
done
rm -rf $results/new
cat $results/summary.txt
for reader in "${readers[@]}"; do
    ((crashes[$reader] == 0)) || exit 1
done
