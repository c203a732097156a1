// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/cuda_error.h"

#include <cuda_runtime_api.h>

#include <functional>

namespace streamscope {

/// A CUDA graph, captured from what is issued to streams, ready to be launched again and again.
class CapturedGraph
{
public:
    /// Captures what `issue` puts into `origin` and into the streams that it forks from there and joins again.
    /// @throws CudaError, and whatever `issue` throws; no stream is left in capture then.
    CapturedGraph(cudaStream_t origin, const std::function<void()> &issue);
    CapturedGraph(const CapturedGraph &) = delete;
    CapturedGraph &operator=(const CapturedGraph &) = delete;
    ~CapturedGraph();

    void launch(cudaStream_t stream) const { STREAMSCOPE_CUDA(cudaGraphLaunch(m_executable, stream)); }

private:
    cudaGraphExec_t m_executable = nullptr;
};

} // namespace streamscope
