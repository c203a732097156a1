// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda_module.h"

#include <string>

namespace streamscope {

/// The CUDA module of this program, loaded on first use; null when the module is absent or does not load. The module
/// stays loaded. Thread-safe.
CudaModule *cudaModule();

/// Why cudaModule() is null, in one sentence; empty when it is not null.
std::string cudaModuleProblem();

} // namespace streamscope
