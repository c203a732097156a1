# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# shellcheck shell=bash
# What every way of fuzzing shares; read with `source` after common.sh, never run.

# Sets readers: the fuzzers' names without fuzz_.
find_readers() {
    readers=("$root"/tests/fuzz/fuzz_*.cpp)
    readers=("${readers[@]##*/fuzz_}")
    readers=("${readers[@]%.cpp}")
}

# The words of a format, which chance takes long to spell; libFuzzer does not take an empty list.
words_of() { # READER
    echo '"null"'
    grep -ohaE '"[A-Za-z0-9_-]{2,40}"' "$root/tests/fuzz/corpus/$1"/* | sort -u | sed 's/"\(.*\)"/"\\"\1\\""/' || true
}

# Twice the largest seed, in bytes: small inputs are read often.
longest_of() { # READER
    local largest
    largest=$(stat -c %s "$root/tests/fuzz/corpus/$1"/* | sort -n | tail -n 1)
    echo $((largest > 2048 ? 2 * largest : 4096))
}
