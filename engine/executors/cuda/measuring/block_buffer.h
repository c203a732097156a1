// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/program/program.h"
#include "engine/timeline/block_records.h"

#include "kernels/kernel_launch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Device memory for the records of every block that a Program launches. Created once and used again for each run.
class BlockBuffer
{
public:
    /// Why the blocks of `program` cannot be recorded on the current device: too many, or not enough memory. Empty when
    /// they can.
    static std::string problem(const Program &program);

    /// @throws CudaError.
    explicit BlockBuffer(const Program &program);

    /// Clears every record; returns when the device has finished.
    void reset();
    /// The kernel argument for the launch of `operation`.
    BlockStamp *place(std::size_t operation) const;
    /// All records, in nanoseconds of %globaltimer. Wait for the launches first.
    /// @throws RunError when a block left no record, CudaError.
    BlockRecords read() const;

private:
    const Program &m_program;
    std::vector<std::uint64_t> m_first; ///< by operation: index of its first block; one more entry for the end
    DeviceBuffer m_memory;
};

} // namespace streamscope
