// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_error.h"

#include <cuda_runtime_api.h>

#include <functional>

namespace streamscope {

/// A CUDA graph captured from operations issued to streams. It can be launched any number of times.
class CapturedGraph
{
public:
    /// Captures the operations that `issue` puts into `origin` and into streams that it forks from `origin` and joins
    /// again.
    /// @throws CudaError, and the exceptions of `issue`; the capture is then ended.
    CapturedGraph(cudaStream_t origin, const std::function<void()> &issue);
    CapturedGraph(const CapturedGraph &) = delete;
    CapturedGraph &operator=(const CapturedGraph &) = delete;
    ~CapturedGraph();

    void launch(cudaStream_t stream) const { STREAMSCOPE_CUDA(cudaGraphLaunch(m_executable, stream)); }

private:
    cudaGraphExec_t m_executable = nullptr;
};

} // namespace streamscope
