#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Makes dist/streamscope-VERSION-linux-x86_64.tar.gz: the program with Qt, its plugins, the CUDA module and every library
# but glibc and the GPU driver, and checks it. It starts from any folder on a machine that has only glibc 2.36 or newer.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 0 ]] || fail "takes no arguments"
limit_mib=48
glibc_limit=2.36

"$root/scripts/setup.sh" package
configure_preset release always # sees what was installed since the last time, such as the Wayland plugins
build_preset release streamscope
staging=$build/package
rm -rf "$staging"
cd "$root" && logged "packing" "$build/package.log" cpack --preset release -B "$staging"
made=("$staging"/streamscope-*.tar.gz)
[[ -f ${made[0]} && ${#made[@]} -eq 1 ]] || fail "packing left no tarball (log: $build/package.log)"
name=$(basename "${made[0]}" .tar.gz)
mkdir -p "$root/dist"
tarball=$root/dist/$name.tar.gz
mv "${made[0]}" "$tarball.unchecked"
rm -rf "$staging"

# ---- the product is looked at as its user gets it: unpacked elsewhere, with nothing in the environment --------------------
try=$(mktemp -d)
trap 'rm -rf "$try"' EXIT
bytes=$(stat -c %s "$tarball.unchecked")
((bytes < limit_mib << 20)) || fail "the tarball has $bytes bytes; the limit is $limit_mib MiB"
tar -xzf "$tarball.unchecked" -C "$try" || fail "the tarball does not unpack"
tree=$try/$name
[[ -x $tree/bin/streamscope ]] || fail "the tarball has no $name/bin/streamscope"

bundle_files() { find "$tree/bin" "$tree/lib" "$tree/plugins" -type f \( -name '*.so*' -o -perm -u+x \) "$@"; }
# In the build tree Qt is found in the system; here everything must come from the bundle or from glibc.
foreign=$(bundle_files -exec env -i ldd {} \; 2>/dev/null | awk -v tree="$tree/" '
    / => not found/ { print $1 " (not found)"; next }
    $2 == "=>" && index($3, tree) != 1 && $1 !~ /^(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|util))\.so/ { print $1 }' | sort -u)
# Libraries and plugins inherit their search path from the program, which ldd on a single library does not know.
foreign=$(for library in $foreign; do [[ -e $tree/lib/$library ]] || echo "$library"; done)
[[ -z $foreign ]] || fail "the bundle lacks ${foreign//$'\n'/ }"
newest=$(bundle_files -exec objdump -T {} + 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
[[ $(printf '%s\n' "GLIBC_$glibc_limit" "$newest" | sort -V | tail -n 1) == "GLIBC_$glibc_limit" ]] ||
    fail "the bundle needs ${newest/_/ }; more than $glibc_limit"

bare() { (cd "$try" && env -i "$tree/bin/streamscope" "$@") >"$try/log" 2>&1 ||
    fail "in an empty environment 'streamscope $*' fails: $(head -n 1 "$try/log")"; }
bare --version
version=$(head -n 1 "$try/log")
bare devices
bare run two-stream-exercise --image x.png
[[ $(head -c 8 "$try/x.png" | od -An -tx1 | tr -d ' \n') == 89504e470d0a1a0a ]] || fail "the picture is not a PNG file"

mv "$tarball.unchecked" "$tarball"
say "dist/$name.tar.gz: $((bytes >> 10)) KiB, unpacked $(du -sk "$tree" | cut -f1) KiB, ${newest/_/ } or newer, $version"
cuda=$tree/lib/streamscope/libstreamscope_cuda.so
[[ -e $cuda ]] || say "without the CUDA module: no CUDA toolkit was found here, so the bundle has the simulated devices only"
