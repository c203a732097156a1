#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Writes docs/reference.md from the declarations of options, knobs and changes.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 0 ]] || fail "takes no arguments"
build_preset release streamscope
"$build/bin/streamscope" describe markdown >"$root/docs/reference.md.new"
mv "$root/docs/reference.md.new" "$root/docs/reference.md"
