// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/program_checks.h"

#include "engine/program/errors.h"

#include <cstdio>

namespace streamscope {

namespace {

/// The kinds that both executors carry out.
bool isCarriedOut(OperationKind kind)
{
    switch (kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Kernel:
    case OperationKind::Memset:
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
    case OperationKind::HostWork:
    case OperationKind::Sync:
        return true;
    default:
        return false;
    }
}

void requireStreams(const Program &program, const DeviceInfo &device)
{
    for (const Stream &stream : program.streams) {
        if (stream.device != 0)
            throw InputError("stream " + stream.id + " runs on device " + std::to_string(stream.device)
                             + "; this run has device 0 only");
        if (stream.kind != StreamKind::Created)
            throw InputError("stream " + stream.id + " is a default stream; this run knows created streams only");
        if (stream.priority > device.leastPriority || stream.priority < device.greatestPriority)
            throw InputError("stream " + stream.id + " asks for priority " + std::to_string(stream.priority) + "; "
                             + device.name + " offers " + std::to_string(device.leastPriority) + " to "
                             + std::to_string(device.greatestPriority));
    }
}

/// A block must fit on one SM; otherwise its launch would fail on a GPU and never end in a simulation.
void requireBlockFits(std::size_t index, const Operation &operation, const DeviceInfo &device)
{
    const auto refuse = [&](const std::string &needs, std::uint64_t offers, const std::string &change) {
        throw InputError("operation " + std::to_string(index) + " (kernel '" + operation.name + "') needs " + needs
                         + "; " + device.name + " offers " + std::to_string(offers) + "; make " + change + " smaller");
    };
    const KernelWork &work = operation.kernel;
    if (device.maxThreadsPerBlock && work.block > static_cast<std::uint32_t>(*device.maxThreadsPerBlock))
        refuse(std::to_string(work.block) + " threads per block",
               static_cast<std::uint64_t>(*device.maxThreadsPerBlock), "the block");
    const auto shared =
        device.sharedMemoryPerBlockOptIn ? device.sharedMemoryPerBlockOptIn : device.sharedMemoryPerBlock;
    if (shared && work.sharedMemory > *shared)
        refuse(std::to_string(work.sharedMemory) + " bytes of shared memory per block", *shared, "'shared_memory'");
}

std::string gibibytes(std::uint64_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f GiB", static_cast<double>(bytes) / static_cast<double>(1ULL << 30));
    return text;
}

} // namespace

void requireRunnable(const Program &program, const DeviceInfo &device)
{
    if (const auto problems = findProblems(program); !problems.empty())
        throw InputError(problems.front()
                         + (problems.size() > 1 ? " (and " + std::to_string(problems.size() - 1) + " more)" : ""));
    if (program.submission != Submission::Live && device.kind == DeviceKind::Simulated)
        throw InputError("submission = " + std::string(submissionName(program.submission)) + " cannot be run on "
                         + device.id + "; use live");
    requireStreams(program, device);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        const bool known = isCarriedOut(operation.kind)
                           && (operation.kind != OperationKind::Kernel || operation.kernel.kind == KernelKind::Fma
                               || operation.kernel.kind == KernelKind::Spin);
        if (!known)
            throw InputError("operation " + std::to_string(i) + " (" + std::string(kindName(operation.kind))
                             + (operation.kind == OperationKind::Kernel
                                    ? " " + std::string(kernelKindName(operation.kernel.kind))
                                    : "")
                             + ") cannot be run on " + device.id);
        if (operation.kind == OperationKind::Kernel)
            requireBlockFits(i, operation, device);
    }
}

void requireMemory(const std::string &what, std::uint64_t needed, std::uint64_t available, const std::string &where)
{
    if (needed > available)
        throw RunError("not enough " + what + " memory: this run needs " + gibibytes(needed) + ", " + where + " has "
                       + gibibytes(available) + "; make 'bytes' smaller");
}

} // namespace streamscope
