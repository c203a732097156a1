#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_fuzz_bundle.sh REPOSITORY: what fuzz.sh of a bundle counts, keeps and says, with a loader that plays the fuzzers: `slow`
# executes 100 inputs in a slice, `quick` 1,000, `broken` finds a crash each time.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bundle=$work/bundle
mkdir -p "$bundle"/{lib,longest,dictionaries,bin/checked,bin/fast}
cp "$1/scripts/fuzzing/fuzz.sh" "$bundle/"
cat >"$bundle/lib/ld-linux-x86-64.so.2" <<'PLAYED'
#!/usr/bin/env bash
program=$3 new=${*: -3:1}
for option in "$@"; do [[ $option != -artifact_prefix=* ]] || prefix=${option#*=}; done
echo "${program#bin/}" >>calls
echo learnt >"$new/same" # as other processes learn it, too
echo "#2	INITED cov: 10 ft: 20"
echo "#9	NEW    cov: 17 ft: 30"
case $program in *slow) count=100 ;; *) count=1000 ;; esac
[[ $program != *broken ]] || echo input >"${prefix}crash-0000"
echo "Done $count runs in 2 second(s)"
echo "stat::number_of_executed_units: $count"
[[ $program != *broken ]]
PLAYED
chmod +x "$bundle/lib/ld-linux-x86-64.so.2"
for reader in slow quick broken; do
    mkdir -p "$bundle/seeds/$reader"
    echo 4096 >"$bundle/longest/$reader"
    : >"$bundle/dictionaries/$reader"
done
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}

code=0
"$bundle/fuzz.sh" 60 2 3000 >"$work/out" 2>"$work/err" || code=$?
[[ $code -eq 1 && ! -s $work/err ]] || fault "with crashes it ended with $code and said: $(<"$work/err")"
row() { awk -v fuzzer="$1" '$1 == fuzzer { print $2, $3, $4, $5, $6 }' "$work/out"; }
[[ $(row quick) == "3000 1000 500 7 0" ]] || fault "quick: $(row quick)"
[[ $(row slow) == "3000 1000 50 7 0" ]] || fault "slow, which needs more slices: $(row slow)"
[[ $(row broken) == "3000 1000 500 7 3" ]] || fault "broken: $(row broken)"
[[ $(wc -l <"$bundle/calls") -eq 36 ]] || fault "$(wc -l <"$bundle/calls") slices"
[[ $(grep -c '^checked/fuzz_slow$' "$bundle/calls") -eq 10 ]] || fault "not every third slice was checked"
cmp -s "$work/out" "$bundle/results/summary.txt" || fault "the summary that is kept is another one"
[[ $(cd "$bundle/results/found" && echo *) == "broken-checked-crash-0000 broken-fast-crash-0000" ]] || fault "found: $(ls "$bundle/results/found")"
[[ $(ls "$bundle/results/logs" | wc -l) -eq 3 ]] || fault "logs: $(ls "$bundle/results/logs")"
[[ -f $bundle/results/corpus/slow/same && ! -e $bundle/results/new ]] || fault "what was learnt is not with the others"

rm -r "$bundle"/{results,seeds/broken}
"$bundle/fuzz.sh" 60 4 1000 >"$work/out" 2>&1 || fault "without crashes it ended with $?: $(tail -n 1 "$work/out")"
for wrong in "" "10" "0 4" "10 x"; do
    # shellcheck disable=SC2086
    "$bundle/fuzz.sh" $wrong >/dev/null 2>&1
    [[ $? -eq 2 ]] || fault "'$wrong' is taken"
done

[[ $faults -eq 0 ]] || exit 1
echo "slices, sums, crashes and what was learnt of three played fuzzers"
