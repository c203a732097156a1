#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Makes build/manual, the pages of docs/ as a web site, with Debian's mkdocs. A link that leads nowhere is an error. F1 in the
# window shows the same pages without it.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 0 ]] || fail "takes no arguments"
"$root/scripts/setup.sh" manual
logged "making the manual" "$root/build/manual.log" \
    mkdocs build --strict --clean --config-file "$root/resources/manual/mkdocs.yml" --site-dir "$root/build/manual"
say "build/manual/index.html"
