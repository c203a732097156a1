# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# shellcheck shell=bash
# What the scripts share: read by them with `source`, never run. Sets root (the repository) and build (preset release).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
me=$(basename "$0" .sh)

say() { printf '%s: %s\n' "$me" "$*" >&2; }

# One line, exit code 1. Scripts that were called by another script have said it already.
fail() {
    say "$*"
    exit 1
}

# Runs a command with its output in a log. When it fails: one line with the first error in it and the log's place
# (the log's end as well where nobody can open it later, which is what CI=true says).
logged() { # WHAT LOG COMMAND…
    local what=$1 log=$2 first
    shift 2
    mkdir -p "$(dirname "$log")"
    if progress_shown; then
        "$@" 2>&1 | tee "$log" | awk '/^\[[0-9]+\/[0-9]+\]/ { printf "\r%.78s\033[K", $0; shown = 1; fflush() }
                                      END { if (shown) printf "\r\033[K" }' >&2 && return 0
    else
        "$@" >"$log" 2>&1 && return 0
    fi
    [[ ${CI:-} != true ]] || tail -n 60 "$log" >&2
    first=$(grep -m1 -E '( error: |^E: |CMake Error|undefined reference)' "$log" || grep -m1 FAILED: "$log" || tail -n 1 "$log")
    [[ -n $first ]] || first="no output"
    fail "$what failed: ${first:0:240} (all of it: $log)"
}
progress_shown() { [[ -t 2 && ${CI:-} != true && ${TERM:-dumb} != dumb ]]; }

# configure_preset PRESET [always]: where it was never done, the presets are newer, or the checkout was moved or copied here.
configure_preset() {
    local folder=$root/build/$1 fresh=()
    local cache=$folder/CMakeCache.txt
    [[ ${2:-} != always && -f $folder/build.ninja && $folder/build.ninja -nt $root/CMakePresets.json ]] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache" && return
    if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        fresh=(--fresh)
    fi
    say "configuring (preset $1)"
    cd "$root" && logged "configuring" "$folder/configure.log" cmake --preset "$1" "${fresh[@]}"
}

# build_preset PRESET [TARGET…]: everything where no target is named.
build_preset() {
    local preset=$1 folder=$root/build/$1 targets=()
    shift
    [[ $# -eq 0 ]] || targets=(--target "$@")
    [[ -f $folder/build.log ]] || say "building (preset $preset); the first time takes some minutes (log: build/$preset/build.log)"
    cd "$root" && logged "the build" "$folder/build.log" \
        cmake --build --preset "$preset" -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" "${targets[@]}"
}

# Qt complains where there is no XDG_RUNTIME_DIR, as in a container.
use_private_runtime_dir() {
    [[ -n ${XDG_RUNTIME_DIR:-} && -w ${XDG_RUNTIME_DIR:-} ]] && return
    export XDG_RUNTIME_DIR=$build/runtime
    mkdir -p "$XDG_RUNTIME_DIR"
    chmod 700 "$XDG_RUNTIME_DIR"
}
