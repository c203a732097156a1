#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_translations.sh REPOSITORY: every text of the sources stands in every translation, finished, and no other text does.
set -uo pipefail
repository=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$repository"/resources/translations/*.ts "$work"
"$repository/scripts/translations.sh" "$work" 2>"$work/said" || {
    cat "$work/said"
    exit 1
}
faults=0
for file in "$repository"/resources/translations/*.ts; do
    name=$(basename "$file")
    if ! cmp -s "$file" "$work/$name"; then
        echo "FAIL: $name is not what scripts/translations.sh makes of it:"
        diff "$file" "$work/$name" | head -n 20
        faults=$((faults + 1))
    fi
    if grep -q 'type="' "$work/$name"; then
        echo "FAIL: $name has texts without a finished translation:"
        grep -B 1 'type="' "$work/$name" | grep '<source>' | head -n 20
        faults=$((faults + 1))
    fi
    [[ $(grep -c '<source>' "$file") -ge 2000 ]] || {
        echo "FAIL: $name has hardly any texts: this test looks in the wrong place"
        faults=$((faults + 1))
    }
done
# The test sees a missing text: one is taken away.
sed -i '0,/<source>/{/<source>/d}' "$work/streamscope_de.ts"
"$repository/scripts/translations.sh" "$work" 2>/dev/null
grep -q 'type="unfinished"' "$work/streamscope_de.ts" || {
    echo "FAIL: a missing text is not seen"
    faults=$((faults + 1))
}
exit $((faults > 0))
