// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/timeline/raw_run.h"

#include "kernels/kernel_launch.h"

#include <vector>

namespace streamscope {

/// Device memory for the stamps of several launches. Created once and used again for each run.
class StampBuffer
{
public:
    /// @throws CudaError.
    explicit StampBuffer(int launches);

    /// Clears every stamp; returns when the device has finished.
    void reset();
    /// The kernel argument for launch number `launch`.
    KernelStamp *place(int launch) const;
    /// One stamp per launch: the earliest start and the latest end of its slots. Wait for the launches first.
    std::vector<KernelTimes> read() const;

private:
    std::size_t m_count; ///< slots of all launches
    DeviceBuffer m_memory;
};

} // namespace streamscope
