// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/cuda_checks.h"

#include "engine/executors/timing/graph_nodes.h"
#include "engine/program/errors.h"

#include <algorithm>
#include <set>
#include <string>

namespace streamscope {

namespace {

constexpr const char *simulateInstead = "; a simulated device can: --device sim:h200";

[[noreturn]] void refuse(const Program &program, std::size_t index, const std::string &why)
{
    throw InputError(operationText(program, index) + " " + why);
}

/// The kernels read and write what they are told to: a range that is too short would be overrun.
void requireKernelData(const Program &program, std::size_t index, const DeviceInfo &device)
{
    constexpr std::uint64_t floatBytes = 4, tensorAlignment = 32, warpThreads = 32;
    const Operation &operation = program.operations[index];
    const KernelWork &work = operation.kernel;
    if (work.kind == KernelKind::Spin)
        return;
    const std::uint64_t needed = work.elements * floatBytes;
    for (const auto *ranges : {&operation.reads, &operation.writes}) {
        if (ranges->empty() || ranges->front().bytes < needed)
            refuse(program, index,
                   "works on " + std::to_string(needed) + " bytes, which its first range does not hold"
                       + simulateInstead);
        const Buffer &buffer = program.buffers[static_cast<std::size_t>(ranges->front().buffer)];
        if (buffer.place != BufferPlace::Device || buffer.device != program.deviceOf(operation))
            refuse(program, index, "needs its data on its own device; buffer '" + buffer.id + "' is elsewhere");
        const std::uint64_t alignment = work.kind == KernelKind::Tensor ? tensorAlignment : floatBytes;
        if (ranges->front().offset % alignment != 0)
            refuse(program, index, "needs its data at a multiple of " + std::to_string(alignment) + " bytes");
    }
    if (work.kind != KernelKind::Tensor)
        return;
    constexpr int firstWithTensors = 8; // BF16 and TF32: compute capability 8.0
    if (device.computeMajor.value_or(0) < firstWithTensors)
        refuse(program, index, "needs tensor cores of compute capability 8.0" + std::string(simulateInstead));
    if (work.block % warpThreads != 0)
        refuse(program, index, "needs whole warps: a block of a multiple of 32 threads");
}

/// Looks at a whole group from its first operation on.
void requireCollective(const Program &program, std::size_t index)
{
    const auto &operations = program.operations;
    const Operation &first = operations[index];
    const auto belongs = [&](const Operation &o) {
        return o.kind == OperationKind::Collective && o.group == first.group;
    };
    if (index > 0 && belongs(operations[index - 1]))
        return;
    const auto begin = operations.begin() + static_cast<std::ptrdiff_t>(index);
    const auto end = std::find_if_not(begin, operations.end(), belongs);
    if (std::any_of(operations.begin(), begin, belongs) || std::any_of(end, operations.end(), belongs))
        refuse(program, index,
               "has ranks with other operations between them; a GPU needs them one behind the other"
                   + std::string(simulateInstead));
    if (std::any_of(begin, end, [&](const Operation &o) { return o.thread != first.thread; }))
        refuse(program, index,
               "has ranks on several host threads; a GPU needs them on one" + std::string(simulateInstead));
    std::set<int> devices;
    for (auto rank = begin; rank != end; ++rank) {
        devices.insert(program.deviceOf(*rank));
        const bool whole = rank->bytes == first.bytes && rank->bytes % 4 == 0 && rank->reads.size() == 1
                           && rank->writes.size() == 1 && rank->reads.front().bytes == rank->bytes
                           && rank->writes.front().bytes == rank->bytes;
        if (!whole)
            refuse(program, index, "needs one range to read and one to write per rank, of whole floats and one size");
    }
    if (static_cast<int>(devices.size()) != program.deviceCount() || end - begin != program.deviceCount()
        || program.deviceCount() < 2)
        refuse(program, index,
               "needs one rank on each device of the program, and two devices at least" + std::string(simulateInstead));
}

void requireSubmission(const Program &program, std::size_t index)
{
    const Operation &operation = program.operations[index];
    const bool collective = operation.kind == OperationKind::Collective;
    if (program.submission == Submission::Gated && collective)
        refuse(program, index, "may make the host wait for the device, which a gate holds; use submission = live");
    if (!program.inGraph(operation))
        return;
    if (collective || isAllocation(operation.kind))
        refuse(program, index, "is not put into a graph here; use submission = live" + std::string(simulateInstead));
}

} // namespace

void requireCudaRuns(const Program &program, const DeviceInfo &device)
{
    if (hasGraphNodes(program) && program.deviceCount() > 1)
        throw InputError("a graph over several devices is not run here; use submission = live, or a simulated device: "
                         "--device sim:h200");
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        requireSubmission(program, i);
        if (program.operations[i].kind == OperationKind::Kernel)
            requireKernelData(program, i, device);
        if (program.operations[i].kind == OperationKind::Collective)
            requireCollective(program, i);
    }
}

} // namespace streamscope
