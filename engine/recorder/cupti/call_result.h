// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cupti_result.h>

#include <cupti_callbacks.h>

#include <cstdint>

namespace streamscope::recorder {

/// Of a call that has ended. cudaError_t and CUresult are both numbers whose 0 is success.
inline std::int32_t resultOf(const CUpti_CallbackData &call)
{
    return call.functionReturnValue ? *static_cast<const std::int32_t *>(call.functionReturnValue) : 0;
}

} // namespace streamscope::recorder
