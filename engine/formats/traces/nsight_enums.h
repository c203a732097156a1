// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>

namespace streamscope {

/// Nsight's own numbering (ENUM_CUDA_MEM_KIND), one off from CUPTI's.
MemoryKind nsightMemoryKind(std::int64_t value);

struct NsightCopy
{
    OperationKind kind;
    const char *name; ///< as Kineto spells it
    bool migration;
};

/// ENUM_CUDA_MEMCPY_OPER.
NsightCopy nsightCopy(std::int64_t value);

} // namespace streamscope
