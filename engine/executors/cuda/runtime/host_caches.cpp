// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/host_caches.h"

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace streamscope {

#ifdef __x86_64__

namespace {

constexpr std::size_t lineBytes = 64;

/// Whether the processor can take lines out in any order, which is several times as fast.
bool hasUnordered()
{
    constexpr unsigned structured = 7, bit = 1u << 23; // CLFLUSHOPT; Intel SDM, CPUID
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(structured, 0, &a, &b, &c, &d) != 0 && (b & bit) != 0;
}

__attribute__((target("clflushopt"))) void leaveUnordered(const char *data, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; i += lineBytes)
        _mm_clflushopt(const_cast<char *>(data) + i); // which takes a plain pointer, and writes nothing
}

} // namespace

void leaveHostCaches(const void *data, std::size_t bytes)
{
    static const bool unordered = hasUnordered();
    const char *begin = static_cast<const char *>(data);
    if (unordered)
        leaveUnordered(begin, bytes);
    else
        for (std::size_t i = 0; i < bytes; i += lineBytes)
            _mm_clflush(begin + i);
    _mm_mfence();
}

#else

void leaveHostCaches(const void *, std::size_t) {}

#endif

} // namespace streamscope
