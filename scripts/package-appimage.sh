#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Makes dist/StreamScope-x86_64.AppImage, one file that starts as it is, from the tree of package.sh's tarball, and checks it.
# Its head is scripts/appimage/runtime.c: it mounts the image where FUSE is to be had and unpacks it elsewhere.
#   scripts/package-appimage.sh            makes it
#   scripts/package-appimage.sh clean-root also starts it in a fresh Debian 12 without FUSE; needs root and Debian's debootstrap
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 0 || $* == clean-root ]] || fail "usage: scripts/package-appimage.sh [clean-root]"
limit_mib=48

"$root/scripts/setup.sh" appimage
"$root/scripts/package.sh"
version=$(sed -n 's/^project(streamscope VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
tarball=$root/dist/streamscope-$version-linux-x86_64.tar.gz
[[ -f $tarball ]] || fail "package.sh made no $tarball"

try=$(mktemp -d)
trap 'umount "$try/root/proc" 2>/dev/null || true; rm -rf "$try"' EXIT
tree=$try/tree
mkdir "$tree"
tar -xzf "$tarball" -C "$tree" --strip-components=1
id=org.streamscope.StreamScope
ln -s bin/streamscope "$tree/AppRun"
ln -s "share/applications/$id.desktop" "$tree/$id.desktop"
ln -s "share/icons/hicolor/scalable/apps/$id.svg" "$tree/$id.svg"
ln -s "$id.svg" "$tree/.DirIcon"
for link in AppRun "$id.desktop" .DirIcon; do
    [[ -e $tree/$link ]] || fail "$link leads nowhere"
done
# What the head is linked with.
for library in libsquashfuse-dev libfuse3-dev libzstd-dev zlib1g-dev liblz4-dev liblzma-dev liblzo2-dev; do
    cp "/usr/share/doc/$library/copyright" "$(find "$tree" -name LICENSE -printf '%h' -quit)/$library-LICENSE.txt" ||
        fail "no licence of $library"
done

runtime=$try/runtime
# Of libfuse's modules none is used, so its dlopen() is never reached.
gcc -std=gnu11 -Os -Wall -Wextra -Werror -ffunction-sections -fdata-sections -D_FILE_OFFSET_BITS=64 \
    "$root/scripts/appimage/runtime.c" -o "$runtime" -static -Wl,--gc-sections,-s \
    -lsquashfuse_ll -lsquashfuse -lfuse3 -lzstd -lz -llz4 -llzma -llzo2 -lpthread 2>"$try/log" || fail "the head: $(grep -m1 -E 'error' "$try/log")"
! readelf -lW "$runtime" | grep -q INTERP || fail "the head is not static"
printf 'AI\x02' | dd of="$runtime" bs=1 seek=8 conv=notrunc status=none # the mark of an AppImage of type 2
head_bytes=$(stat -c %s "$runtime")
[[ $("$runtime" --appimage-offset) -eq $head_bytes ]] || fail "the head does not know where it ends"

rm -f "$try/image"
logged "mksquashfs" "$build/appimage.log" mksquashfs "$tree" "$try/image" -root-owned -noappend -no-xattrs -no-progress \
    -comp zstd -Xcompression-level 19
made=$try/StreamScope-x86_64.AppImage
cat "$runtime" "$try/image" >"$made"
chmod 755 "$made"

# ---- the product is looked at as its user gets it -----------------------------------------------------------------------
bytes=$(stat -c %s "$made")
((bytes < limit_mib << 20)) || fail "the AppImage has $bytes bytes; the limit is $limit_mib MiB"
[[ $(head -c 11 "$made" | tail -c 3 | od -An -tx1 | tr -d ' \n') == 414902 ]] || fail "the mark of an AppImage is missing"
mkdir -m 700 "$try/tmp" "$try/home"
bare() { (cd "$try/home" && exec env -i PATH=/usr/bin:/bin HOME="$try/home" TMPDIR="$try/tmp" XDG_RUNTIME_DIR="$try/home" LC_ALL=C.UTF-8 "$@"); }
# Gone when the program is: the helper removes it a moment later.
cleaned() {
    local i
    for ((i = 0; i < 100; ++i)); do
        [[ -n $(ls -A "$try/tmp") ]] || return 0
        sleep 0.05
    done
    fail "$1 leaves $(ls -A "$try/tmp")"
}
is_png() { [[ $(head -c 8 "$1" | od -An -tx1 | tr -d ' \n') == 89504e470d0a1a0a ]]; }

check() { # HOW VARIABLE…: every way through the door, in an environment with these variables and nothing else
    local how=$1 status
    shift
    bare "$@" "$made" --version >"$try/log" 2>&1 || fail "$how, --version: $(head -n 1 "$try/log")"
    cleaned "$how, --version"
    bare "$@" "$made" run two-stream-exercise --image x.png >"$try/log" 2>&1 || fail "$how, run: $(head -n 1 "$try/log")"
    is_png "$try/home/x.png" || fail "$how: the picture is not a PNG file"
    cleaned "$how, run"
    status=0
    bare "$@" "$made" run no-such-preset >"$try/log" 2>&1 || status=$?
    [[ $status -eq 2 ]] || fail "$how: exit code $status where 2 is right"
    status=0
    bare "$@" "$made" record -- sh -c 'exit 7' >"$try/log" 2>&1 || status=$?
    [[ $status -eq 7 && $(<"$try/log") == *"nothing recorded"* ]] || fail "$how, record ($status): $(head -n 1 "$try/log")"
    cleaned "$how, record"
    # The window: it has to be there until it is told to end, and nothing is left behind.
    status=0
    bare "$@" QT_QPA_PLATFORM=offscreen timeout --signal=TERM 5 "$made" >"$try/log" 2>&1 || status=$?
    [[ $status -eq 124 ]] || fail "$how: the window ended with $status: $(tail -n 1 "$try/log")"
    cleaned "$how, the window"
    if command -v xvfb-run >/dev/null; then
        status=0
        bare "$@" xvfb-run -a timeout --signal=TERM 5 "$made" >"$try/log" 2>&1 || status=$?
        [[ $status -eq 124 ]] || fail "$how: the window on X ended with $status: $(tail -n 1 "$try/log")"
        cleaned "$how, the window on X"
    fi
    # Killed without a chance to clean up: the helper does.
    status=0
    bare "$@" QT_QPA_PLATFORM=offscreen timeout --signal=KILL 3 "$made" >"$try/log" 2>&1 || status=$?
    [[ $status -eq 137 ]] || fail "$how: the killed window ended with $status"
    cleaned "$how, a killed window"
}
ways=unpacked
check unpacked APPIMAGE_EXTRACT_AND_RUN=1
mounted=$(bare timeout 3 "$made" --appimage-mount 2>/dev/null || true)
if [[ -n $mounted ]]; then
    cleaned "a mount"
    check mounted _=
    ways="mounted and unpacked"
fi
bare "$made" --appimage-extract >"$try/log" 2>&1 || fail "--appimage-extract: $(head -n 1 "$try/log")"
diff -r --no-dereference "$tree" "$try/home/squashfs-root" >"$try/log" || fail "unpacked, it differs: $(head -n 1 "$try/log")"

mkdir -p "$root/dist"
mv "$made" "$root/dist/"
made=$root/dist/StreamScope-x86_64.AppImage
say "dist/StreamScope-x86_64.AppImage: $((bytes >> 10)) KiB, of which the head $((head_bytes >> 10)); tried $ways"
[[ $* == clean-root ]] || exit 0

if [[ $(id -u) -ne 0 ]] || ! command -v debootstrap >/dev/null; then fail "clean-root needs root and debootstrap"; fi
clean=$try/root
logged "making a clean Debian 12" "$build/debootstrap.log" debootstrap --variant=minbase bookworm "$clean"
cp "$made" "$clean/tmp/"
mount -t proc proc "$clean/proc"
inside() { chroot "$clean" env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
app=/tmp/StreamScope-x86_64.AppImage
inside "$app" run two-stream-exercise --image /tmp/x.png >"$try/log" 2>&1 || fail "in a clean Debian 12, run: $(tail -n 1 "$try/log")"
is_png "$clean/tmp/x.png" || fail "in a clean Debian 12: the picture is not a PNG file"
inside "$app" record -- true >"$try/log" 2>&1 || fail "in a clean Debian 12, record: $(tail -n 1 "$try/log")"
status=0
inside timeout --signal=TERM 5 env QT_QPA_PLATFORM=offscreen "$app" >"$try/log" 2>&1 || status=$?
[[ $status -eq 124 ]] || fail "in a clean Debian 12: the window ended with $status: $(tail -n 1 "$try/log")"
sleep 1
[[ -z $(find "$clean/tmp" -name '.*streamscope*') ]] || fail "in a clean Debian 12: $(ls -A "$clean/tmp") is left"
say "in a clean Debian 12 without FUSE: run, record and the window start, nothing is left"
