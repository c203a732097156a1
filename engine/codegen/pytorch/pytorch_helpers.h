// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <string>
#include <vector>

namespace streamscope {

/// What main() of the script calls, and how it decides.
struct PytorchNeeds
{
    bool rawStreams = false; ///< streams that torch.cuda.Stream() cannot make
    bool cudart = false;     ///< calls of the CUDA runtime beside PyTorch
    bool kernels = false;
    bool distributed = false;
    bool graphs = false;                 ///< of some operations
    bool patterns = false, bits = false; ///< data to fill and check
};

/// `devices`: that one process uses.
std::string pytorchHelpers(const Program &program, const PytorchNeeds &needs);

} // namespace streamscope
