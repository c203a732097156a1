// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/program_resources.h"
#include "engine/executors/cuda/runtime/device_set.h"
#include "engine/program/program.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

namespace streamscope {

/// Executes the alloc and free operations of a Program, for any number of runs. A free releases the oldest living
/// allocation of its size and place. A free without one releases memory that was allocated before the run. Memory that
/// the Program does not free is freed after the run. Stream-ordered memory comes from pools of our own, one per device,
/// with Program::poolReleaseThreshold, empty at the start of each run.
class RunAllocations
{
public:
    /// `program` and `resources` outlive it. @throws CudaError.
    RunAllocations(const Program &program, const ProgramResources &resources);
    RunAllocations(const RunAllocations &) = delete;
    RunAllocations &operator=(const RunAllocations &) = delete;
    ~RunAllocations();

    /// Call before a run, on idle devices: frees the memory that the last run left and allocates the memory that this
    /// run only frees. @throws CudaError.
    void prepare();
    /// The call of operation `index`, an alloc or a free. Its device must be current. @throws CudaError.
    void issue(std::size_t index);

private:
    /// A piece of memory that operations share.
    struct Slot
    {
        std::size_t operation = 0; ///< an operation that tells the kind of memory
        bool freedOnly = false;    ///< the Program has no alloc for it
        void *data = nullptr;
    };

    std::size_t slotFor(std::size_t index, std::int32_t allocation);
    void createPools();
    void allocate(Slot &slot, const Operation &operation);
    void release(Slot &slot, const Operation &operation);
    void giveBack() noexcept;

    const Program &m_program;
    const ProgramResources &m_resources;
    std::vector<Slot> m_slots;
    std::vector<std::int32_t> m_slotOf; ///< by operation; −1 for other kinds
    std::vector<cudaMemPool_t> m_pools; ///< by device; null when the Program needs none
};

} // namespace streamscope
