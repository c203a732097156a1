// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

/// Before a function with a loop over plain numbers: compiled a second time for processors with 256-bit vectors (AVX2),
/// and chosen by the one that it runs on. Sanitizers start too late for that choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)                  \
    && !defined(__SANITIZE_THREAD__)
#define STREAMSCOPE_WIDE_LOOPS __attribute__((target_clones("avx2", "default")))
#else
#define STREAMSCOPE_WIDE_LOOPS
#endif
