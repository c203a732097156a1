#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Holds our sources against .clang-format; with --tidy also against .clang-tidy (minutes; needs a configured preset
# release); with --fix it formats them. Does without a tool that is absent, and says so (scripts/setup.sh lint gets both).
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
        # g++ has warnings that clang does not know, and says so as an error.
        # Only what is compiled by the host compiler: clang 14 does not know CUDA 13.
        mapfile -t units < <(for file in "${sources[@]}"; do
            [[ $file == *.cpp ]] && grep -qF "\"file\": \"$root/$file\"" "$build/compile_commands.json" && echo "$file"
        done)
        printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet \
            --extra-arg=-Wno-unknown-warning-option -p "$build" || status=1
        say "clang-tidy looked at ${#units[@]} files"
    fi
fi
exit "$status"
