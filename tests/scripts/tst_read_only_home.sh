#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_read_only_home.sh PROGRAM TRACE: with a home folder that nothing can be written into, subcommands do what they do
# elsewhere, and the window opens and stays. The home is a tmpfs in a mount namespace of its own; exit code 77 (skipped) where that
# is not allowed.
set -uo pipefail
if [[ ${3:-} != inside ]]; then
    unshare --map-root-user --mount true 2>/dev/null || { echo "SKIP: no mount namespace may be made here"; exit 77; }
    exec unshare --map-root-user --mount bash "${BASH_SOURCE[0]}" "$1" "$2" inside
fi
program=$1 trace=$2
home=$(mktemp -d) work=$(mktemp -d)
mount -t tmpfs -o ro,size=64k none "$home" 2>/dev/null || { echo "SKIP: no tmpfs may be mounted here"; exit 77; }
trap 'cd / && umount "$home" && rmdir "$home"; rm -rf "$work"' EXIT
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
export HOME=$home QT_QPA_PLATFORM=offscreen
cd "$work" || exit 2
touch "$home/x" 2>/dev/null && { echo "FAIL: the home can be written into"; exit 1; }
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}

check() { # COMMAND…
    local code=0
    "$program" "$@" >out.txt 2>log.txt || code=$?
    [[ $code -eq 0 && ! -s log.txt ]] || fault "$*: exit code $code: $(<log.txt)"
}
check devices
check run two-stream-exercise --csv o.csv --image i.png --trace t.json --report r.json
check sweep two-stream-exercise --vary chunks=1,2 --csv s.csv
check tune two-stream-exercise --budget 2
check calibrate --device sim:unit --profile p.json
check lesson 1
check codegen two-stream-exercise --language cuda
check whatif two-stream-exercise --change graph
check analyze "$trace" --no-advice
mkdir ranks # what was read of them is kept in the cache folder elsewhere
cp "$trace" ranks/a.rank0.json.gz
cp "$trace" ranks/a.rank1.json.gz
"$program" analyze ranks >out.txt 2>log.txt || fault "analyze ranks: $(<log.txt)"
grep -q '^2 ranks' out.txt || fault "analyze ranks says: $(head -n 1 out.txt)"
[[ $(find . -name '*.csv' -o -name '*.png' -o -name '*.json' | wc -l) -eq 6 ]] || fault "not all files were written: $(ls)"

# The window has to be there until it is told to end.
code=0
timeout --signal=TERM 8 "$program" "$trace" >out.txt 2>log.txt || code=$?
[[ $code -eq 124 ]] || fault "the window ended with $code: $(<log.txt)"

[[ $faults -eq 0 ]] || exit 1
echo "ten subcommands and the window with a home that cannot be written into"
