#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_module_abi.sh SOURCE_FOLDER CMAKE GENERATED: the number by which program and CUDA module know each other is that of
# the sources, and changes with each header whose types cross between them and with no other.
set -uo pipefail
source=$1 cmake=$2 generated=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/a tree"
mkdir "$tree"
cp -r "$source/engine" "$tree"
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}
number() {
    "$cmake" -D "root=$tree" -D header=engine/executors/cuda_module.h -D "output=$work/abi.h" -D "depfile=$work/abi.d" \
        -P "$source/cmake/module_abi.cmake" >&2
    sed -n 's/.* moduleAbi = \(0x[0-9a-f]\{16\}\);/\1/p' "$work/abi.h"
}

first=$(number)
[[ -n $first ]] || fault "there is no number"
grep -qF " $first;" "$generated" || fault "$generated does not have the number of its sources, $first"
for header in executors/cuda_module executors/executor device/device_info program/operation timeline/timeline \
    timeline/compact_column timeline/copy_latency; do
    file="$tree/engine/$header.h"
    grep -qF "/a\\ tree/engine/$header.h" "$work/abi.d" || fault "the build does not look at $header.h"
    cp "$file" "$work/kept"
    echo "struct More;" >>"$file"
    [[ $(number) != "$first" ]] || fault "$header.h is another one and the number is the same"
    cp "$work/kept" "$file"
done
echo "struct More;" >>"$tree/engine/analysis/analysis.h"
[[ $(number) == "$first" ]] || fault "analysis.h does not cross, and yet the number is another one"
[[ $faults -eq 0 ]] || exit 1
