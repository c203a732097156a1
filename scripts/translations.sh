#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Brings the files of resources/translations up to date with the texts of the sources: new texts come in as unfinished,
# and those that are gone go. docs/translating.md says what to do with them.
#   scripts/translations.sh [FOLDER]    the files of another folder, such as one with a new file
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -le 1 ]] || fail "takes a folder at most"
folder=$(realpath "${1:-$root/resources/translations}")
lupdate=$(PATH=/usr/lib/qt6/bin:$PATH command -v lupdate) || fail "there is no lupdate here: Debian's qt6-l10n-tools has it"
files=("$folder"/*.ts)
[[ -e ${files[0]} ]] || fail "$folder has no .ts file"
cd "$root"
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT
# The texts of presets and published examples, in a form that lupdate reads; strings of JSON are strings of C++.
grep -hoE '"(title|description|source|published|teaches)": *"([^"\\]|\\.)*"' resources/presets/*.json resources/examples/*.json |
    sed -E 's/^"[a-z]+": *(.*)$/QT_TRANSLATE_NOOP("engine", \1);/' >"$texts/presets.cpp"
# Without line numbers, so that a change of the sources elsewhere does not change the files. Phrase: engine/program/text/phrase.h.
"$lupdate" -silent -no-obsolete -locations none -I . -tr-function-alias translate+=Phrase \
    gui engine experiments "$texts" -ts "${files[@]}" 2>&1 | grep -v 'lacks Q_OBJECT macro\|Ignoring definition of\|Qualifying with unknown' >&2 || true
for file in "${files[@]}"; do
    say "$(basename "$file"): $(grep -c '<source>' "$file") texts, $(grep -c 'type="unfinished"' "$file" || true) unfinished"
done
