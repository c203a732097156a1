// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// The functions of the program that were open when a call was made, where the profiler recorded the stack of the
/// process: as OriginPart::Stack.
struct CallStacks
{
    std::vector<std::string> texts{1};   ///< each once; number 0 is the unknown one
    std::vector<std::uint32_t> ofCall{}; ///< by index into Timeline::hostCalls(): a number; empty where no call has one
};

} // namespace streamscope
