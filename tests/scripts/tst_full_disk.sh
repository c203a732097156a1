#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_full_disk.sh PROGRAM CSV: on a disk of 64 KiB that is full, every output ends with exit code 1 and one line, and the
# old file stays. The disk is a tmpfs in a mount namespace of its own; exit code 77 (skipped) where that is not allowed.
set -uo pipefail
if [[ ${3:-} != inside ]]; then
    unshare --map-root-user --mount true 2>/dev/null || { echo "SKIP: no mount namespace may be made here"; exit 77; }
    exec unshare --map-root-user --mount bash "${BASH_SOURCE[0]}" "$1" "$2" inside
fi
program=$1 csv=$2
disk=$(mktemp -d)
mount -t tmpfs -o size=64k none "$disk" 2>/dev/null || { echo "SKIP: no tmpfs may be mounted here"; exit 77; }
cd "$disk" || exit 2
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}

log=$(mktemp)
trap 'cd / && umount "$disk" && rmdir "$disk"; rm -f "$log"' EXIT

check() { # FILE COMMAND…: FILE is what the command is to write
    local file=$1 code=0
    shift
    find . -type f -delete
    echo "what was there before" >"$file"
    head -c 1M /dev/zero >filling 2>/dev/null
    "$program" "$@" >/dev/null 2>"$log" || code=$?
    [[ $code -eq 1 ]] || fault "$*: exit code $code: $(cat "$log")"
    [[ $(wc -l <"$log") -eq 1 && $(cat "$log") == *"$file"*"No space left on device"* ]] || fault "$*: says $(cat "$log")"
    [[ $(cat "$file") == "what was there before" ]] || fault "$*: the old $file is lost"
    rm -f filling "$file" "$file.partial"
    [[ -z $(ls -A) ]] || fault "$*: leaves $(ls -A)"
}

run=(run leftover-three-quarters --device sim:h200)
check o.csv "${run[@]}" --csv o.csv
check b.csv "${run[@]}" --blocks-csv b.csv
check r.json "${run[@]}" --report r.json
check t.json "${run[@]}" --trace t.json
check t.json.gz "${run[@]}" --trace t.json.gz
for kind in png svg pdf; do
    check "i.$kind" "${run[@]}" --image "i.$kind"
done
check o.csv convert "$csv" --csv o.csv
check t.json convert "$csv" --trace t.json
check t.json.gz convert "$csv" --trace t.json.gz
check i.svg convert "$csv" --image i.svg
check c.png compare two-stream-exercise large-pipeline --image c.png
check s.csv sweep two-stream-exercise --vary chunks=1,2 --csv s.csv
check s.png sweep two-stream-exercise --vary chunks=1,2 --image s.png
check p.json calibrate --device sim:unit --profile p.json

[[ $faults -eq 0 ]] || exit 1
echo "16 outputs on a full disk: the old files stay"
