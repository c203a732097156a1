// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda_module.h"

#include <QString>

#include <string>

namespace streamscope {

struct LoadedModule
{
    CudaModule *module = nullptr;
    std::string problem; ///< why there is none: one sentence; empty when there is one
};

/// Loads the CUDA module in the file `path`. It stays loaded.
LoadedModule loadCudaModule(const QString &path);

/// The CUDA module of this program, loaded on first use; null when the module is absent or does not load. The module
/// stays loaded. Thread-safe.
CudaModule *cudaModule();

/// Why cudaModule() is null, in one sentence; empty when it is not null.
std::string cudaModuleProblem();

} // namespace streamscope
