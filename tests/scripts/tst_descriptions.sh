#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_descriptions.sh ROOT PROGRAM: what 'streamscope describe' writes: completions in the shells that are here, man pages, and
# docs/reference.md as it is in the tree.
set -euo pipefail
root=$1 program=$2
try=$(mktemp -d)
trap 'rm -rf "$try"' EXIT
fail() {
    echo "$*"
    exit 1
}

"$program" describe markdown >"$try/reference.md"
cmp -s "$try/reference.md" "$root/docs/reference.md" ||
    fail "docs/reference.md is not what the program declares: run scripts/reference.sh
$(diff "$root/docs/reference.md" "$try/reference.md" | head -5)"

"$program" describe bash >"$try/bash"
bash -n "$try/bash"
# completed WORDS…: what Tab offers for the last word
completed() {
    bash --norc -c '
        if [[ -r /usr/share/bash-completion/bash_completion ]]; then . /usr/share/bash-completion/bash_completion; fi
        . "$0"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        _streamscope 2>/dev/null
        printf "%s\n" "${COMPREPLY[@]}"' "$try/bash" "$@"
}
offers() { # WORD WORDS…
    local wanted=$1
    shift
    local offered
    offered=$(completed "$@") # not through a pipe: grep ends at the first match, and what still writes then fails
    grep -qxF -- "$wanted" <<<"$offered" || fail "Tab after '$*' does not offer $wanted: ${offered//$'\n'/ }"
}
cd "$try"
touch own.json
offers analyze streamscope ana
offers own.json streamscope own
offers large-pipeline streamscope run large-p
offers own.json streamscope run own
offers --device streamscope run --dev
offers --set streamscope sweep large-pipeline --se
offers streams= streamscope run large-pipeline --set str
offers pytorch streamscope codegen large-pipeline --language py
offers pin streamscope whatif own.json --change pi
offers own.json streamscope convert own
[[ -z $(completed streamscope record -- ls --) ]] || fail "words of the recorded program are completed"

if command -v fish >/dev/null; then
    "$program" describe fish >completion.fish
    fish -n completion.fish
    HOME=$try fish -c 'source completion.fish; complete -C "streamscope run large-p"' | grep -q '^large-pipeline' || fail "fish offers no preset"
    HOME=$try fish -c 'source completion.fish; complete -C "streamscope run --device sim:k"' | grep -q '^sim:k20c' || fail "fish offers no device"
fi
if command -v zsh >/dev/null; then
    "$program" describe zsh >completion.zsh
    zsh -n completion.zsh || fail "zsh cannot read its completion"
fi

"$program" describe man man
[[ -s man/streamscope.1 && -s man/streamscope-record.1 ]] || fail "no man pages"
for command in $("$program" --help | sed -n '/^Subcommands:/,$s/^  \([a-z-]*\) .*/\1/p'); do
    [[ -s man/streamscope-$command.1 ]] || fail "no man page of $command"
done
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning man/*.1 | grep -v 'missing date' >lint.txt || true
    [[ ! -s lint.txt ]] || fail "$(head -5 lint.txt)"
fi
echo "man pages, completions and the reference are those of the program"
