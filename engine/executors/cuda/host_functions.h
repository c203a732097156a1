// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/raw_run.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

namespace streamscope {

/// The host functions of a Program: each keeps the driver's thread busy for its duration and notes its begin and end.
class HostFunctions
{
public:
    explicit HostFunctions(const Program &program);

    /// Puts the function of operation `index` into `stream`. This object must outlive the stream's work. @throws
    /// CudaError.
    void issue(std::size_t index, cudaStream_t stream);
    /// The times of the last run, parallel to the operations; empty without host functions. Wait for the streams first.
    std::vector<HostInterval> times() const;

private:
    struct Call
    {
        std::int64_t durationNs = 0;
        HostInterval time;
    };
    static void CUDART_CB run(void *call);

    std::vector<Call> m_calls; ///< parallel to the operations; empty without host functions
};

} // namespace streamscope
