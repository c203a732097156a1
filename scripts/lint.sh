#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Holds our sources against .clang-format; with --tidy also against .clang-tidy (an hour; needs the built preset release,
# as check.sh lint makes it); with --fix it formats them. Does without a tool that is absent, and says so (scripts/setup.sh lint gets both).
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
tidy=no
format=(--dry-run -Werror)
for argument in "$@"; do
    case $argument in
    --tidy) tidy=yes ;;
    --fix) format=(-i) ;;
    *)
        say "unknown argument '$argument': --tidy and --fix are known"
        exit 2
        ;;
    esac
done
cd "$root"
folders=()
for folder in engine kernels experiments gui cli tests; do
    [[ ! -d $folder ]] || folders+=("$folder")
done
mapfile -t sources < <(find "${folders[@]}" -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' | sort)

status=0
if command -v clang-format >/dev/null; then
    clang-format "${format[@]}" "${sources[@]}" || status=1
    [[ $status -ne 0 ]] || say "${#sources[@]} files are formatted as .clang-format says"
else
    say "no clang-format here: skipped"
fi

if [[ $tidy == yes ]]; then
    if ! command -v clang-tidy >/dev/null; then
        say "no clang-tidy here: skipped"
    else
        [[ -f $build/compile_commands.json ]] || fail "clang-tidy needs the compile commands: run scripts/run.sh or scripts/test.sh first"
        # The same without g++'s precompiled headers, which clang does not read.
        lint=$root/build/lint
        mkdir -p "$lint"
        for header in "$build"/tests/CMakeFiles/*_test_headers.dir/cmake_pch.hxx; do
            folder=$(basename "$(dirname "$header")")
            cp "$header" "$lint/${folder%.dir}.hxx"
        done
        sed -E "s| -Winvalid-pch -include [^ ]*/([a-z_]+)\.dir/cmake_pch\.hxx| -include $lint/\1.hxx|" \
            "$build/compile_commands.json" >"$lint/compile_commands.json"
        # The program's files are compiled many at a time, and looked at so: ten times as fast. Only what the host compiler
        # compiles: clang 14 does not know CUDA 13. g++ has warnings that clang does not know, and says so as an error.
        mapfile -t units < <(sed -nE 's,^ *"file": "(.*\.(cpp|cxx))".*$,\1,p' "$lint/compile_commands.json" |
            grep -vE '_autogen/|/\.rcc/' | sort -u)
        printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet \
            --header-filter="^$root/(engine|kernels|experiments|gui|cli|tests)/" \
            --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-deprecated-declarations -p "$lint" || status=1
        say "clang-tidy looked at ${#units[@]} units"
    fi
fi
exit "$status"
