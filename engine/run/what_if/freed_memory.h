// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdlib> // defines __GLIBC__, where it is that

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace streamscope {

/// Gives memory that was freed back to the system, where it lies between memory in use. A million operations of a trace
/// are in arrays that glibc keeps otherwise: 80 MB beside what the next step needs. Takes some milliseconds.
inline void returnFreedMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace streamscope
