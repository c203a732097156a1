// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda_module.h"

#include <string>

namespace streamscope {

/// The CUDA module of this program, loaded on first use; null when it is absent or does not load. It stays loaded.
/// Thread-safe.
CudaModule *cudaModule();

/// Why cudaModule() is null: one sentence; empty when it is there.
std::string cudaModuleProblem();

} // namespace streamscope
