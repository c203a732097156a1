// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>

namespace streamscope {

/// Writes `bytes` of host memory back and takes them out of all caches of the processor, so that what reads them next
/// reads the memory. Takes some 50 us for each MiB (H200 host). x86-64 only; elsewhere the caches stay as they are.
void leaveHostCaches(const void *data, std::size_t bytes);

} // namespace streamscope
