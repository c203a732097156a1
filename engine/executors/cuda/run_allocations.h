// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/device_set.h"
#include "engine/executors/cuda/program_resources.h"
#include "engine/program/program.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

namespace streamscope {

/// Carries out the alloc and free operations of a Program, run after run. A free takes the oldest allocation of its
/// size and place that is still there; one that finds none gets memory that is allocated before the run, and what
/// nobody frees goes back after it. Memory in a stream comes from pools of our own, one per device, which keep what
/// Program::poolReleaseThreshold says and are empty when a run begins.
class RunAllocations
{
public:
    /// `program` and `resources` outlive it. @throws CudaError.
    RunAllocations(const Program &program, const ProgramResources &resources);
    RunAllocations(const RunAllocations &) = delete;
    RunAllocations &operator=(const RunAllocations &) = delete;
    ~RunAllocations();

    /// Before a run, on idle devices: gives back what the last one left and gets what this one frees. @throws
    /// CudaError.
    void prepare();
    /// The call of operation `index`, an alloc or a free. Its device is the current one. @throws CudaError.
    void issue(std::size_t index);

private:
    /// A piece of memory that operations share.
    struct Slot
    {
        std::size_t operation = 0; ///< one that says what kind of memory it is
        bool freedOnly = false;    ///< no alloc of the Program makes it
        void *data = nullptr;
    };

    std::size_t slotFor(std::size_t index);
    void createPools();
    void allocate(Slot &slot, const Operation &operation);
    void release(Slot &slot, const Operation &operation);
    void giveBack() noexcept;

    const Program &m_program;
    const ProgramResources &m_resources;
    std::vector<Slot> m_slots;
    std::vector<std::int32_t> m_slotOf; ///< by operation; −1 for those that are neither
    std::vector<cudaMemPool_t> m_pools; ///< by device; null where the Program needs none
};

} // namespace streamscope
