// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/program_resources.h"
#include "engine/program/program.h"

#include "kernels/kernel_launch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// What the kernels of a Program are launched with, looked up before the run and kept side by side: a launch takes some
/// 3.6 us, and looking all this up beside it 0.1 us (docs/measurements/codegen.md).
class KernelCalls
{
public:
    /// `resources` outlives it.
    KernelCalls(const Program &program, const ProgramResources &resources);

    bool has(std::size_t operation) const { return m_places[operation] >= 0; }
    /// The kernel of `operation`, which has one. `stamps` and `blocks` as for launchFma(). @throws CudaError.
    void launch(std::size_t operation, KernelStamp *stamps = nullptr, BlockStamp *blocks = nullptr) const;

private:
    struct Call
    {
        KernelKind kind = KernelKind::Spin;
        bool tf32 = false;
        LaunchSize shape;
        std::int64_t work = 0; ///< nanoseconds of a spin, multiply-adds of an fma, steps of a tensor kernel
        std::uint64_t elements = 0;
        const float *in = nullptr; ///< null for a spin
        float *out = nullptr;
        cudaStream_t stream = nullptr;
    };

    static Call callOf(const Operation &operation, const ProgramResources &resources);

    std::vector<Call> m_calls;
    std::vector<std::int32_t> m_places; ///< by operation: into m_calls; -1 for all but kernels
};

} // namespace streamscope
