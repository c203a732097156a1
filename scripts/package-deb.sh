#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Makes dist/streamscope_VERSION_amd64.deb for Debian 12 and Ubuntu 24.04, and checks what it says of itself.
#   scripts/package-deb.sh            makes it
#   scripts/package-deb.sh clean-root also installs it into a fresh Debian 12 and runs the main job, the recorder and the
#                                     window there; needs root and Debian's debootstrap
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 0 || $* == clean-root ]] || fail "usage: scripts/package-deb.sh [clean-root]"

"$root/scripts/setup.sh"
configure_preset deb
build_preset deb streamscope
staging=$root/build/deb/package
rm -rf "$staging"
cd "$root" && logged "packing" "$root/build/deb/package.log" cpack --preset deb -B "$staging"
made=("$staging"/streamscope_*.deb)
[[ -f ${made[0]} && ${#made[@]} -eq 1 ]] || fail "packing left no package (log: build/deb/package.log)"

try=$(mktemp -d)
trap 'umount "$try/root/proc" 2>/dev/null || true; rm -rf "$try"' EXIT
dpkg-deb -x "${made[0]}" "$try/tree"
for path in usr/bin/streamscope usr/share/man/man1/streamscope.1.gz usr/share/bash-completion/completions/streamscope \
    usr/share/applications/org.streamscope.StreamScope.desktop usr/share/metainfo/org.streamscope.StreamScope.metainfo.xml \
    usr/share/mime/packages/org.streamscope.StreamScope.xml usr/lib/python3/dist-packages/streamscope/__init__.py \
    usr/share/doc/streamscope/copyright; do
    [[ -e $try/tree/$path ]] || fail "the package has no /$path"
done
readelf -d "$try/tree/usr/bin/streamscope" | grep -qE 'RPATH|RUNPATH' && fail "the program of the package has a search path of its own"
depends=$(dpkg-deb -f "${made[0]}" Depends)
[[ $depends == *libqt6widgets6* && $depends == *libqt6charts6* ]] || fail "the package depends on: $depends"
mkdir -p "$root/dist"
mv "${made[0]}" "$root/dist/"
package=$root/dist/$(basename "${made[0]}")
say "dist/$(basename "$package"): $(($(stat -c %s "$package") >> 10)) KiB; depends on $depends"
[[ $* == clean-root ]] || exit 0

if [[ $(id -u) -ne 0 ]] || ! command -v debootstrap >/dev/null; then fail "clean-root needs root and debootstrap"; fi
clean=$try/root
logged "making a clean Debian 12" "$root/build/deb/debootstrap.log" debootstrap --variant=minbase bookworm "$clean"
cp "$package" "$clean/tmp/streamscope.deb"
mount -t proc proc "$clean/proc" 2>/dev/null || true
inside() { chroot "$clean" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
start=$SECONDS
logged "installing" "$root/build/deb/install.log" inside apt-get install -y --no-install-recommends /tmp/streamscope.deb
installed=$((SECONDS - start))
inside streamscope run two-stream-exercise --image /tmp/x.png >"$try/run.txt" 2>&1 || fail "run: $(tail -n 1 "$try/run.txt")"
[[ $(head -c 8 "$clean/tmp/x.png" | od -An -tx1 | tr -d ' \n') == 89504e470d0a1a0a ]] || fail "the picture is not a PNG file"
picture=$((SECONDS - start))
inside streamscope --version >"$try/version.txt"
inside streamscope record -- true >"$try/record.txt" 2>&1 || fail "record: $(tail -n 1 "$try/record.txt")"
grep -q 'nothing recorded' "$try/record.txt" || fail "record says: $(<"$try/record.txt")"
# The window: it has to be there until it is told to end.
status=0
inside timeout --signal=TERM 5 env QT_QPA_PLATFORM=offscreen streamscope >"$try/window.txt" 2>&1 || status=$?
[[ $status -eq 124 || $status -eq 0 ]] || fail "the window ended with $status: $(tail -n 1 "$try/window.txt")"
inside apt-get purge -y streamscope >"$try/purge.txt" 2>&1 || fail "it cannot be removed: $(tail -n 1 "$try/purge.txt")"
[[ ! -e $clean/usr/lib/streamscope ]] || fail "purge leaves /usr/lib/streamscope"
say "in a clean Debian 12: installed in $installed s, first picture after $picture s; recorder and window start; removed whole"
