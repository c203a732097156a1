// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A kernel as the script has it: CUDA C++ in a string, which torch.cuda._compile_kernel() hands to NVRTC.
struct PytorchKernel
{
    std::string variable; ///< of the compiled kernel: fma_kernel
    std::string constant; ///< of the source: FMA_SOURCE
    std::string name;     ///< in the source, with template arguments
    std::string source;
    bool declared = false;          ///< a kernel before it has the same source
    std::uint32_t sharedMemory = 0; ///< the most that a launch asks for; 0 where nothing must be asked for
};

/// The kernels that the Program launches, and the gate of a gated one in front.
std::vector<PytorchKernel> pytorchKernels(const Program &program);
/// The variable of the kernel that does this work.
std::string pytorchKernelVariable(const KernelWork &work);
/// "launch_fma": what a bound launch of it is called.
std::string pytorchLaunchName(const KernelWork &work);
/// "fma_kernel.bound((blocks, 1, 1), (threads, 1, 1), (in, out, …), stream)".
std::string pytorchLaunch(const Operation &operation, const std::string &kernel, const std::string &in,
                          const std::string &out, const std::string &elements, const std::string &stream);
/// @throws InputError for a launch with a number that PyTorch cannot pass.
void checkPytorchLaunch(const KernelWork &work);

} // namespace streamscope
