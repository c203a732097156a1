#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_locale.sh REPOSITORY PROGRAM LOCALES: every file and every text that the program writes is the same under a locale
# with a decimal comma, and it reads there what it wrote. Leaves that locale, de_DE.UTF-8, in the folder LOCALES for other
# tests. Exit code 77 (skipped) where it cannot be made.
set -uo pipefail
repository=$1 program=$2 locales=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() {
    echo "SKIP: $*"
    exit 77
}
command -v localedef >/dev/null || skip "there is no localedef here"
mkdir -p "$locales"
localedef -i de_DE -f UTF-8 "$locales/de_DE.UTF-8" 2>"$work/log" ||
    skip "localedef makes no de_DE here (Debian's package locales has it): $(head -n 1 "$work/log")"
export LOCPATH=$locales
comma=$(LC_ALL=de_DE.UTF-8 bash -c 'printf "%.1f" 1,5' 2>/dev/null)
[[ $comma == 1,5 ]] || skip "the compiled locale is not taken (printf says '$comma')"

faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}

# Everything that writes, in the folder $1. What every run measures anew (seconds, the time of day) is cut out below.
outputs() {
    local out=$1 name
    mkdir "$out"
    cd "$out" || exit 2
    "$program" run leftover-three-quarters --device sim:h200 --csv o.csv --blocks-csv b.csv --trace t.json \
        --report r.json --image i.svg >run.txt
    "$program" run large-pipeline --device sim:h200 --image i2.svg --trace t.json.gz --range 1.5ms:2.5ms >range.txt
    gzip -dc t.json.gz >t2.json
    rm t.json.gz
    "$program" sweep large-pipeline --device sim:h200 --vary chunks=1,2,5 --vary kernel_work=1:9:*3 --csv s.csv \
        --image s.svg
    "$program" sweep large-pipeline --device sim:h200 --vary chunks=1,2,5 >s.stdout.csv
    head -n 2 s.csv >resumed.csv.partial
    "$program" sweep large-pipeline --device sim:h200 --vary chunks=1,2,5 --vary kernel_work=1:9:*3 \
        --resume resumed.csv
    "$program" calibrate --device sim:k20c --profile p.json >calibrate.txt
    "$program" run two-stream-exercise --device sim:p.json --csv profile.csv >profile.txt
    for name in o.csv t.json t2.json; do
        "$program" analyze "$name" >"$name.analysis.txt"
        "$program" analyze "$name" --range 0.5:700.25 --json >"$name.analysis.json"
        "$program" convert "$name" --csv "$name.again.csv" --trace "$name.again.json"
    done >convert.txt
    "$program" compare o.csv t.json --json >compare.json
    "$program" compare large-pipeline two-stream-exercise --image c.svg >compare.txt
    "$program" devices >devices.txt
    "$program" devices --json >devices.json
    "$program" experiments --json >experiments.json
    "$program" changes >changes.txt
    "$program" whatif large-pipeline --change pin --json >whatif.json
    cd "$repository" || exit 2
}
outputs "$work/c" 2>"$work/c.err"
LC_ALL=de_DE.UTF-8 LANGUAGE=de outputs "$work/de" 2>"$work/de.err"
diff -u "$work/c.err" "$work/de.err" || fault "the messages differ"
for file in "$work/c"/*; do
    name=$(basename "$file")
    case $name in
    # The time of day; and the font, cut down to the characters that occur, so to its digits.
    *.svg) normal='s/20[0-9-]\{8\} [0-9:]\{8\}//g; s/base64,[^)]*//' ;;
    calibrate.txt) normal='s/ after [0-9.]* s;/;/' ;;
    *) normal='' ;;
    esac
    [[ -s $file ]] || fault "$name is empty"
    cmp -s <(sed "$normal" "$file") <(sed "$normal" "$work/de/$name") ||
        fault "$name differs: $(diff <(sed "$normal" "$file") <(sed "$normal" "$work/de/$name") | head -n 4 | cut -c 1-200)"
done
count=$(find "$work/c" -type f | wc -l)
[[ $count -ge 30 ]] || fault "only $count files were written: this test looks in the wrong place"
[[ $faults -eq 0 ]] || exit 1
echo "$count files are the same under a locale with a decimal comma"
