#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Installs what is missing for building StreamScope, as Debian packages by name. Debian 12, or a derived system with the
# same names (Ubuntu 24.04). Needs root or sudo only when something is missing.
#   scripts/setup.sh            what run.sh needs
#   scripts/setup.sh test       also what the tests need
#   scripts/setup.sh package    also what package.sh puts into the bundle
#   scripts/setup.sh appimage   also what package-appimage.sh makes its image and its head with
#   scripts/setup.sh lint       also what lint.sh runs
#   scripts/setup.sh fuzz       also what fuzz.sh builds with
#   scripts/setup.sh manual     also what manual.sh makes the site with
#   scripts/setup.sh partners   also what some tests work with: checkers of desktop files, pandas, an X server, an SSH
#                               server and a Slurm, whose daemons the system then starts
# STREAMSCOPE_NO_SETUP=1 skips it: for systems that provide the same under other names.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ -z ${STREAMSCOPE_NO_SETUP:-} ]] || exit 0

packages=(
    g++ cmake ninja-build
    qt6-base-dev libqt6opengl6-dev # Qt Charts' CMake files ask for Qt6OpenGL
    qt6-charts-dev qt6-svg-dev
    qt6-tools-dev qt6-l10n-tools qt6-translations-l10n # other languages: lrelease, and Qt's own texts
    libcli11-dev
    zlib1g-dev libsqlite3-dev # traces: gzip, Nsight Systems
    libzstd-dev               # recordings
)
for group in "$@"; do
    case $group in
    package) packages+=(qt6-wayland) ;;
    appimage) packages+=(qt6-wayland squashfs-tools libsquashfuse-dev libfuse3-dev liblz4-dev liblzma-dev liblzo2-dev) ;;
    test) packages+=(locales) ;; # a locale with a decimal comma is compiled
    fuzz) packages+=(clang lld) ;;
    manual) packages+=(mkdocs) ;;
    partners) packages+=(slurm-wlm python3-pandas openssh-server xvfb desktop-file-utils appstream) ;;
    lint) packages+=(clang-format clang-tidy) ;;
    *)
        say "unknown group '$group': package, appimage, test, lint, fuzz, manual and partners are known"
        exit 2
        ;;
    esac
done

[[ -x $(command -v dpkg-query) && -x $(command -v apt-get) ]] ||
    fail "no apt-get here; install what Debian calls ${packages[*]}, then set STREAMSCOPE_NO_SETUP=1"

# dpkg-query prints one line for each package it knows, installed or not.
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
    grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
done
if [[ ${#missing[@]} -gt 0 ]]; then
    # Derived systems have moved some into other packages, which then provide the name.
    provided=$(dpkg-query -W -f='${db:Status-Status} ${Provides}\n' | sed -n 's/^installed //p' | sed 's/([^)]*)//g' | tr -s ', ' '\n' || true)
    still=()
    for package in "${missing[@]}"; do
        grep -qxF "$package" <<<"$provided" || still+=("$package")
    done
    missing=("${still[@]}")
fi
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    # Without a terminal nobody can type a password.
    if command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
        as_root=(sudo)
    else
        fail "needs root or sudo once, for: apt-get install --no-install-recommends ${missing[*]}"
    fi
fi

say "installing ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120)
[[ ${#as_root[@]} -eq 0 ]] || sudo -v || fail "sudo was refused; needed once to install ${missing[*]}"
logged "apt-get update" "$root/build/setup-update.log" "${apt[@]}" update
logged "installing packages" "$root/build/setup.log" "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
say "installed"
