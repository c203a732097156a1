// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/pytorch_kernels.h"

#include "engine/codegen/layout/kernel_source.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <limits>

namespace streamscope {

namespace {

/// torch.cuda._compile_kernel() passes whole numbers as int and others as double. NVRTC knows size_t without a header.
constexpr KernelTypes pytorchTypes{"size_t", "int", "double", "double"};
constexpr std::uint32_t alwaysThere = 48 << 10; ///< bytes of shared memory that nobody must ask for

std::string shortName(KernelKind kind)
{
    return std::string(kernelKindName(kind));
}

/// "tensor_bf16".
std::string plainName(const KernelWork &work)
{
    std::string name = shortName(work.kind);
    if (work.kind == KernelKind::Tensor)
        name += "_" + std::string(matrixPrecisionName(work.precision));
    return name;
}

std::string upperCase(std::string text)
{
    for (char &letter : text)
        letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    return text;
}

std::string sourceOf(std::string_view name, bool matrices)
{
    std::string source = kernelSource(name, pytorchTypes);
    source.pop_back(); // the empty line behind it
    if (!matrices)
        return source;
    return "#undef __CUDA_NO_BFLOAT16_CONVERSIONS__ // PyTorch defines it, and mma.h needs them\n"
           "#include <cuda_bf16.h>\n#include <mma.h>\n\n"
           + source;
}

std::uint32_t mostSharedMemory(const Program &program, const std::string &variable)
{
    std::uint32_t most = 0;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel && pytorchKernelVariable(operation.kernel) == variable)
            most = std::max(most, operation.kernel->sharedMemory);
    return most < alwaysThere ? 0 : most;
}

} // namespace

std::string pytorchKernelVariable(const KernelWork &work)
{
    return plainName(work) + "_kernel";
}

std::string pytorchLaunchName(const KernelWork &work)
{
    return "launch_" + plainName(work);
}

std::vector<PytorchKernel> pytorchKernels(const Program &program)
{
    std::vector<PytorchKernel> kernels;
    if (program.submission == Submission::Gated)
        kernels.push_back({"gate_kernel", "GATE_SOURCE", std::string(gateKernel), sourceOf(gateKernel, false)});
    for (const Operation &operation : program.operations) {
        if (operation.kind != OperationKind::Kernel)
            continue;
        const KernelWork &work = operation.kernel;
        const std::string variable = pytorchKernelVariable(work);
        if (std::ranges::find(kernels, variable, &PytorchKernel::variable) != kernels.end())
            continue;
        const bool tensor = work.kind == KernelKind::Tensor;
        PytorchKernel kernel{variable, upperCase(shortName(work.kind)) + "_SOURCE",
                             tensor ? tensorKernelName(work.precision) : std::string(kernelName(work.kind)),
                             sourceOf(kernelName(work.kind), tensor)};
        kernel.declared = std::ranges::find(kernels, kernel.constant, &PytorchKernel::constant) != kernels.end();
        kernel.sharedMemory = mostSharedMemory(program, variable);
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

std::string pytorchLaunch(const Operation &operation, const std::string &kernel, const std::string &in,
                          const std::string &out, const std::string &elements, const std::string &stream)
{
    const KernelWork &work = operation.kernel;
    std::string text = kernel + ".bound((" + std::to_string(launchedBlocks(work)) + ", 1, 1), ("
                       + std::to_string(work.block) + ", 1, 1), (";
    const std::string data = in + ", " + out + ", " + elements;
    switch (work.kind) {
    case KernelKind::Spin:
        text += std::to_string(operation.durationNs) + ".0,";
        break;
    case KernelKind::Fma:
        text += data + ", " + std::to_string(work.workPerElement) + ", 1.0";
        break;
    case KernelKind::Stream:
        text += data;
        break;
    case KernelKind::Tensor:
        text += data + ", " + std::to_string(additionsOf(work));
        break;
    }
    text += "), " + stream;
    if (work.sharedMemory > 0)
        text += ", shared_mem=" + std::to_string(work.sharedMemory);
    return text + ')';
}

void checkPytorchLaunch(const KernelWork &work)
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    if (work.kind != KernelKind::Spin && work.elements > most)
        throw InputError(Phrase("engine", "no PyTorch code can be written for a kernel of %1 elements: "
                                          "torch.cuda._compile_kernel passes numbers up to %2; use --language cuda")
                             .arg(work.elements, most));
}

} // namespace streamscope
