// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

/// Put this before a function with a loop over plain numbers. The function is also compiled for processors with 256-bit
/// vectors (AVX2), and the processor decides at program start which version runs. Off with sanitizers, which start too
/// late for that choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)                  \
    && !defined(__SANITIZE_THREAD__)
#define STREAMSCOPE_WIDE_LOOPS __attribute__((target_clones("avx2", "default")))
#else
#define STREAMSCOPE_WIDE_LOOPS
#endif
