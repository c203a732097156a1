// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>

namespace streamscope {

/// What stands at the head of the code, and how it times itself.
struct CodeOrigin
{
    std::string title;   ///< of the preset or experiment
    std::string command; ///< that wrote the code, without the program's name
    int warmup = 2;      ///< runs before the timed ones
    int repeat = 10;     ///< timed runs
};

} // namespace streamscope
