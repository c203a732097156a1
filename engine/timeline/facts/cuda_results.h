// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace streamscope {

/// cudaErrorNotReady and CUDA_ERROR_NOT_READY: the answer "not yet" of a query, and no failure.
inline constexpr std::int32_t cudaNotReady = 600;

/// What a call returned, for people: "cudaErrorNotReady (600)"; of a call of the driver ("cuMemAlloc")
/// "CUDA_ERROR_NOT_READY (600)"; the number alone where its name is not known.
std::string cudaResultText(std::string_view call, std::int32_t result);

} // namespace streamscope
