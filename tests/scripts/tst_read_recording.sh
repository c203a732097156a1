#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_read_recording.sh REPOSITORY: a reader of recordings in Python, written from the page alone, reads our file.
set -uo pipefail
command -v python3 >/dev/null || exit 77
said=$(python3 -I "$1/tests/scripts/read_recording.py" "$1/tests/data/traces/small.ssrec")
code=$?
[[ $code -ne 77 ]] || exit 77
expected="60500 100000 stream 13 264 blocks _Z5scalePfi
101000 150000 stream 14 264 blocks second"
[[ $code -eq 0 && $said == "$expected" ]] || {
    echo "FAIL: code $code, said '$said'"
    exit 1
}
echo "the page says enough"
