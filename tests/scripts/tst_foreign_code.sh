#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_foreign_code.sh BUILD_FOLDER CMAKE COMPILER: a library that lies where somebody happens to be is never loaded. Looks
# at the search paths in the build tree and in an installed one, then runs both among stand-ins for the driver and CUDA.
set -uo pipefail
build=$(realpath "$1") cmake=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}

"$cmake" --install "$build" --prefix "$work/installed" >"$work/log" 2>&1 || fault "cmake --install: $(tail -n 1 "$work/log")"

# An empty entry of a search path is the current folder, a relative one is below it, and an absolute one may be
# somebody else's on another machine.
looked_at=0
while IFS= read -r -d '' file; do
    [[ $(head -c 4 "$file" | tr -d '\0') == $'\x7fELF' ]] || continue
    looked_at=$((looked_at + 1))
    while IFS= read -r path; do
        # Behind the last entry a ':', so that an empty one there counts, too.
        # shellcheck disable=SC2016 # $ORIGIN is the loader's
        [[ $path: =~ ^(\$ORIGIN(/[^:]*)?:)+$ ]] || fault "${file#"$work/"} searches '$path'"
    done < <(readelf -d "$file" | sed -nE 's/.*\((RPATH|RUNPATH)\).*\[(.*)\]$/\2/p')
done < <(find "$build" "$work/installed" -type f \( -perm -u+x -o -name '*.so*' \) ! -name '*.sh' -print0)
[[ $looked_at -ge 2 ]] || fault "only $looked_at programs and libraries were found: this test looks in the wrong place"

# Each stand-in leaves its name when it is loaded.
mkdir "$work/here"
cat >"$work/stand_in.cpp" <<'CODE'
#include <cstdio>
#include <dlfcn.h>
__attribute__((constructor)) static void loaded()
{
    Dl_info info{};
    dladdr(reinterpret_cast<void *>(&loaded), &info);
    if (std::FILE *file = std::fopen(LEFT, "a")) {
        std::fprintf(file, "%s\n", info.dli_fname);
        std::fclose(file);
    }
}
CODE
"$compiler" -shared -fPIC "-DLEFT=\"$work/loaded\"" -o "$work/stand_in.so" "$work/stand_in.cpp" || fault "no stand-in was compiled"
for name in libcuda.so{,.1} libnvidia-ml.so{,.1} libcupti.so{,.13} libnccl.so{,.2}; do
    cp "$work/stand_in.so" "$work/here/$name"
done
LD_LIBRARY_PATH=$work/here LD_PRELOAD=libcuda.so.1 env true
[[ -e $work/loaded ]] || fault "the stand-ins do not say when they are loaded"
rm -f "$work/loaded"

among_stand_ins() { # PROGRAM ARGUMENTS… ; fails where the program does
    (cd "$work/here" && env -u LD_LIBRARY_PATH -u STREAMSCOPE_CUPTI -u STREAMSCOPE_NCCL -u CUDA_HOME -u CUDA_PATH "$@") \
        >"$work/log" 2>&1
    local status=$?
    [[ ! -e $work/loaded ]] || fault "$* loaded $(sort -u "$work/loaded" | xargs basename -a | xargs)"
    rm -f "$work/loaded"
    return "$status"
}
for program in "$build/bin/streamscope" "$work/installed/bin/streamscope"; do
    for arguments in devices "run two-stream-exercise --device sim:h200 --image $work/x.png"; do
        # shellcheck disable=SC2086 # several arguments
        among_stand_ins "$program" $arguments || fault "$program $arguments: $(tail -n 1 "$work/log")"
    done
    # These need a GPU, two GPUs: here they may fail, and say so.
    among_stand_ins "$program" run two-stream-exercise --device cuda:0 --clock cupti
    among_stand_ins "$program" run gradient-buckets --device cuda:0
done

[[ $faults -eq 0 ]] || exit 1
echo "$looked_at programs and libraries search only where they lie; no stand-in was loaded"
