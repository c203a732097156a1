#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Builds the image streamscope:VERSION for GPU machines without a desktop, with docker, podman or buildah, from the .deb
# (made by scripts/package-deb.sh where dist/ has none), and tries it on the simulator.
#   scripts/container.sh              on Debian's image of a registry
#   scripts/container.sh debootstrap  on a Debian 12 that is made here, for machines that reach no registry; needs root,
#                                     debootstrap and buildah
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 0 || $* == debootstrap ]] || fail "usage: scripts/container.sh [debootstrap]"

version=$(sed -n 's/^project(streamscope VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
package=$root/dist/streamscope_${version}_amd64.deb
[[ -f $package ]] || "$root/scripts/package-deb.sh"
context=$(mktemp -d)
container= # of buildah, while it is tried
trap '[[ -z $container ]] || buildah rm "$container" >/dev/null; rm -rf "$context"' EXIT
cp "$package" "$context/streamscope.deb"
cp "$root/scripts/container/Dockerfile" "$context/"
image=streamscope:$version
log=$root/build/container.log

tool=
for one in docker podman buildah; do
    [[ -n $tool || $* == debootstrap ]] || ! "$one" info >/dev/null 2>&1 || tool=$one
done
base=()
if [[ $* == debootstrap ]]; then
    tool=buildah
    # No layers over layers and no namespaces of its own: this works inside of other containers, too.
    export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
    logged "making a Debian 12" "$root/build/debootstrap.log" debootstrap --variant=minbase bookworm "$context/debian"
    container=$(buildah from scratch)
    buildah add -q "$container" "$context/debian" / >/dev/null
    buildah commit -q --rm "$container" localhost/debian:bookworm-slim >/dev/null
    container=
    rm -rf "$context/debian"
    base=(--pull-never --build-arg BASE=localhost/debian:bookworm-slim)
fi
[[ -n $tool ]] || fail "neither docker nor podman nor buildah works here"
build=(build)
[[ $tool != buildah ]] || build=(bud)
logged "building the image" "$log" "$tool" "${build[@]}" "${base[@]}" -t "$image" "$context"

# ---- the product is looked at as its user gets it ---------------------------------------------------------------------
work=$context/work
mkdir -m 777 "$work"
if [[ $tool == buildah ]]; then
    container=$(buildah from --pull-never "localhost/$image")
    inside() { buildah run --user 12345:12345 -v "$work:/work" "$container" -- streamscope "$@"; }
else
    inside() { "$tool" run --rm -i --user 12345:12345 -v "$work:/work" "$image" "$@"; }
fi
inside --version >"$context/log" 2>&1 || fail "--version: $(tail -n 1 "$context/log")"
inside run two-stream-exercise --device sim:h200 --image x.png --csv x.csv >"$context/log" 2>&1 || fail "run: $(tail -n 1 "$context/log")"
[[ $(head -c 8 "$work/x.png" | od -An -tx1 | tr -d ' \n') == 89504e470d0a1a0a ]] || fail "the picture is not a PNG file"
[[ $(stat -c %u "$work/x.csv") -eq 12345 ]] || fail "the files belong to $(stat -c %U "$work/x.csv")"
status=0
inside record --output r -- sh -c 'exit 7' >"$context/log" 2>&1 || status=$?
[[ $status -eq 7 && $(<"$context/log") == *"nothing recorded"* ]] || fail "record ($status): $(tail -n 1 "$context/log")"
# A window elsewhere asks `ssh HOST streamscope engine`: the host's streamscope is the container. A stand-in for ssh shows it.
if [[ -x $root/build/release/bin/streamscope ]]; then
    mkdir "$context/bin"
    { echo '#!/bin/bash' && declare -p work container image tool && declare -f inside && echo 'inside engine'; } >"$context/bin/ssh"
    chmod +x "$context/bin/ssh"
    PATH=$context/bin:$PATH "$root/build/release/bin/streamscope" run two-stream-exercise --device ssh://box/sim:h200 \
        >"$context/log" 2>&1 || fail "engine: $(tail -n 1 "$context/log")"
fi
say "image $image, built by $tool: run, record and engine work on the simulator"
