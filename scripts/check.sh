#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# What CI has no time for: check.sh [asan] [tsan] [lint] [package], all of them when none is named.
#   asan, tsan   every test under the address and the thread sanitizer
#   lint         clang-format and clang-tidy over everything
#   package      the tarball and the AppImage are made and tried
# One line for each with its time; goes on after a failure and then ends with 1. Logs: build/check. Takes hours on two cores.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -gt 0 ]] || set -- asan tsan lint package
for part in "$@"; do
    if [[ ! $part =~ ^(asan|tsan|lint|package)$ ]]; then
        say "unknown part '$part': asan, tsan, lint and package are known"
        exit 2
    fi
done

# `&&`, because bash does not stop at an error within what is asked for its result.
suite() { # PRESET
    "$root/scripts/setup.sh" test && configure_preset "$1" && build_preset "$1" &&
        QT_QPA_PLATFORM=offscreen ctest --preset "$1" --no-tests=error -j "$(nproc)"
}

# Reports go into files, also those of programs that a test starts and whose exit code it does not ask for.
races=$root/build/check/race
no_races() {
    compgen -G "$races.*" >/dev/null || return 0
    echo "reports of the thread sanitizer: $(compgen -G "$races.*" | tr '\n' ' ')"
    return 1
}

check() { # PART
    case $1 in
    asan) suite asan ;;
    tsan)
        rm -f "$races".*
        export STREAMSCOPE_TSAN_OPTIONS="log_path=$races"
        suite tsan && no_races
        ;;
    lint) # clang-tidy reads what the build generates
        "$root/scripts/setup.sh" lint && configure_preset release && build_preset release && "$root/scripts/lint.sh" --tidy
        ;;
    package) "$root/scripts/package-appimage.sh" ;; # which makes and tries the tarball first
    esac
}

status=0
mkdir -p "$root/build/check"
for part in "$@"; do
    log=$root/build/check/$part.log
    begin=$SECONDS
    (check "$part") >"$log" 2>&1 </dev/null && result=passed || result=FAILED
    took=$((SECONDS - begin))
    time="$((took / 60)) min $((took % 60)) s"
    if [[ $result == passed ]]; then
        say "$part passed in $time"
    else
        status=1
        say "$part FAILED after $time: $(tail -n 1 "$log") (all of it: build/check/$part.log)"
    fi
done
exit "$status"
