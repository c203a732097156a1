#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_setup.sh REPOSITORY: what the scripts say and do when something is missing, on a machine made of stand-in programs.
# shellcheck disable=SC2016 # the stand-ins expand their own arguments
# Nothing is installed: apt-get, dpkg-query, id and sudo are replaced.
set -uo pipefail
unset STREAMSCOPE_NO_SETUP
repository=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}
# A copy: the scripts write their logs below the repository that they stand in.
mkdir -p "$work/tree" "$work/bin"
cp -r "$repository/scripts" "$work/tree/"
stand_in() { # NAME BODY
    printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
setup() { # ARGUMENTS… ; sets output, code
    output=$(PATH="$work/bin:$PATH" "$work/tree/scripts/setup.sh" "$@" 2>&1 </dev/null)
    code=$?
}
lines() { grep -c . <<<"$output"; }

stand_in apt-get "echo \"\$@\" >>'$work/apt'; exit 0"
stand_in sudo 'exit 1'

# Everything is there: silence, and apt-get is not even started.
stand_in dpkg-query 'for p; do [[ $p == -* ]] || echo "installed $p"; done'
stand_in id 'echo 1000'
setup
[[ $code -eq 0 && $(lines) -eq 0 && ! -e $work/apt ]] || fault "all installed: code $code, said '$output'"

# A name that another package provides counts as installed.
stand_in dpkg-query '[[ $* != *Provides* ]] || { echo "installed qt6-thing (= 1), ninja-build (= 2)"; exit 0; }
for p; do [[ $p == -* || $p == ninja-build ]] || echo "installed $p"; done; exit 1'
setup
[[ $code -eq 0 && $(lines) -eq 0 && ! -e $work/apt ]] || fault "provided: code $code, said '$output'"

# Something is missing, no root, no sudo: one line that names exactly what is missing.
stand_in dpkg-query 'for p; do [[ $p == -* || $p == ninja-build ]] || echo "installed $p"; done; echo "not-installed ninja-build"; exit 1'
setup
[[ $code -eq 1 && $(lines) -eq 1 && $output == *" ninja-build" && $output != *cmake* && ! -e $work/apt ]] ||
    fault "no root: code $code, said '$output'"

# As root: the list of packages is brought up to date, and only what is missing is installed.
stand_in id 'echo 0'
setup
[[ $code -eq 0 && $(wc -l <"$work/apt") -eq 2 && $(tail -n 1 "$work/apt") == *"install -y --no-install-recommends ninja-build" ]] ||
    fault "root: code $code, said '$output', ran $(cat "$work/apt")"

# apt-get fails: one line with its error.
stand_in apt-get 'echo "E: Unable to locate package ninja-build"; exit 100'
CI=false setup
[[ $code -eq 1 && $output == *"E: Unable to locate package ninja-build"* && $(lines) -eq 2 ]] ||
    fault "apt-get failed: code $code, said '$output'"

setup nonsense
[[ $code -eq 2 && $output == *nonsense* ]] || fault "unknown group: code $code, said '$output'"

[[ $faults -eq 0 ]] || exit 1
echo "setup.sh behaves in all six situations"
