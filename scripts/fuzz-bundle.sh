#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Packs the fuzzers for a machine with many cores and nothing installed: fuzz-bundle.sh OUT.tar.xz [fast] [checked], both flavours when
# none is named. fast has assertions of the standard library, checked the address and undefined-behaviour sanitizers; neither has debug
# information.
# The folder in it has the libraries that they need, the seeds, the words of each format and fuzz.sh, which runs them all:
#   tar -xJf OUT.tar.xz && streamscope-fuzz/fuzz.sh SECONDS JOBS
# What crashed is told with names by the same input given to the fuzzers of scripts/fuzz.sh. Needs clang, which it installs.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$root/scripts/fuzzing/inputs.sh"
[[ ${1:-} == *.tar.xz ]] || fail "usage: scripts/fuzz-bundle.sh OUT.tar.xz [fast] [checked]"
packed=$(realpath -m "$1")
shift
[[ $# -gt 0 ]] || set -- fast checked
find_readers

"$root/scripts/setup.sh" fuzz

declare -A flags=(
    [fast]="-O2 -fsanitize=fuzzer-no-link -D_GLIBCXX_ASSERTIONS"
    [checked]="-O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=vptr -fsanitize-trap=undefined"
)
for flavour in "$@"; do
    [[ -n ${flags[$flavour]:-} ]] || fail "unknown flavour '$flavour': fast and checked are known"
    folder=$root/build/fuzz-$flavour
    say "building the fuzzers, $flavour"
    cd "$root" && logged "configuring" "$folder/configure.log" cmake --preset fuzz -B "$folder" \
        -DCMAKE_CXX_FLAGS="${flags[$flavour]} -fno-omit-frame-pointer" -DCMAKE_CXX_FLAGS_DEBUG=-g0
    logged "the build" "$folder/build.log" \
        cmake --build "$folder" --target fuzzers -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
done

# Every library that a program loads, by name: LIBRARY => PATH, and the loader without an arrow.
libraries_of() { # PROGRAM
    ldd "$1" | sed -nE 's/.*=> (\/[^ ]+).*/\1/p; s/^[[:space:]]*(\/[^ ]+) .*/\1/p'
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bundle=$work/streamscope-fuzz
mkdir -p "$bundle"/{lib,longest,dictionaries,bin}
cp "$root/scripts/fuzzing/fuzz.sh" "$bundle/"
cp -r "$root/tests/fuzz/corpus" "$bundle/seeds"
for reader in "${readers[@]}"; do
    words_of "$reader" >"$bundle/dictionaries/$reader"
    longest_of "$reader" >"$bundle/longest/$reader"
    for flavour in "$@"; do
        mkdir -p "$bundle/bin/$flavour"
        strip -o "$bundle/bin/$flavour/fuzz_$reader" "$root/build/fuzz-$flavour/fuzz/fuzz_$reader"
        libraries_of "$root/build/fuzz-$flavour/fuzz/fuzz_$reader"
    done
done | sort -u >"$work/libraries"
while read -r library; do
    cp -L "$library" "$bundle/lib/"
done <"$work/libraries"

# The fuzzers have most of their code in common: the packer looks back over all of it.
mkdir -p "$(dirname "$packed")"
tar -C "$work" --sort=name --owner=0 --group=0 -c streamscope-fuzz |
    xz --format=xz --lzma2=preset=4,dict=512MiB >"$packed"
say "$packed: $(($(stat -c %s "$packed") / 1000000)) MB"
