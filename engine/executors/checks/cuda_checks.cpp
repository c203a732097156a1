// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/cuda_checks.h"

#include "engine/executors/timing/graph_nodes.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <set>
#include <string>

namespace streamscope {

namespace {

constexpr const char *simulateInstead = QT_TRANSLATE_NOOP("engine", "; a simulated device can: --device sim:h200");

[[noreturn]] void refuse(const Program &program, std::size_t index, const std::string &why)
{
    throw InputError(operationProblem(program, index, why));
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
                   Phrase("engine", "works on %1 bytes, which its first range does not hold%2")
                       .arg(needed, simulateInstead));
        const Buffer &buffer = program.buffers[static_cast<std::size_t>(ranges->front().buffer)];
        if (buffer.place != BufferPlace::Device || buffer.device != program.deviceOf(operation))
            refuse(program, index,
                   Phrase("engine", "needs its data on its own device; buffer '%1' is elsewhere").arg(buffer.id));
        const std::uint64_t alignment = work.kind == KernelKind::Tensor ? tensorAlignment : floatBytes;
        if (ranges->front().offset % alignment != 0)
            refuse(program, index, Phrase("engine", "needs its data at a multiple of %1 bytes").arg(alignment));
    }
    if (work.kind != KernelKind::Tensor)
        return;
    constexpr int firstWithTensors = 8; // BF16 and TF32: compute capability 8.0
    if (device.computeMajor.value_or(0) < firstWithTensors)
        refuse(program, index, Phrase("engine", "needs tensor cores of compute capability 8.0%1").arg(simulateInstead));
    if (work.block % warpThreads != 0)
        refuse(program, index, QT_TRANSLATE_NOOP("engine", "needs whole warps: a block of a multiple of 32 threads"));
}

/// Looks at a whole group from its first operation on.
void requireCollective(const Program &program, std::size_t index)
{
    const auto &operations = program.operations;
    const Operation &first = operations[index];
    const auto belongs = [&](const Operation &o) {
        return o.kind == OperationKind::Collective && o.group() == first.group();
    };
    if (index > 0 && belongs(operations[index - 1]))
        return;
    const auto begin = operations.begin() + static_cast<std::ptrdiff_t>(index);
    const auto end = std::find_if_not(begin, operations.end(), belongs);
    if (std::any_of(operations.begin(), begin, belongs) || std::any_of(end, operations.end(), belongs))
        refuse(program, index,
               Phrase("engine", "has ranks with other operations between them; a GPU needs them one behind the other%1")
                   .arg(simulateInstead));
    if (std::any_of(begin, end, [&](const Operation &o) { return o.thread != first.thread; }))
        refuse(program, index,
               Phrase("engine", "has ranks on several host threads; a GPU needs them on one%1").arg(simulateInstead));
    std::set<int> devices;
    for (auto rank = begin; rank != end; ++rank) {
        devices.insert(program.deviceOf(*rank));
        const bool whole = rank->bytes == first.bytes && rank->bytes % 4 == 0 && rank->reads.size() == 1
                           && rank->writes.size() == 1 && rank->reads.front().bytes == rank->bytes
                           && rank->writes.front().bytes == rank->bytes;
        if (!whole)
            refuse(program, index,
                   QT_TRANSLATE_NOOP(
                       "engine", "needs one range to read and one to write per rank, of whole floats and one size"));
    }
    if (static_cast<int>(devices.size()) != program.deviceCount() || end - begin != program.deviceCount()
        || program.deviceCount() < 2)
        refuse(program, index,
               Phrase("engine", "needs one rank on each device of the program, and two devices at least%1")
                   .arg(simulateInstead));
}

void requireSubmission(const Program &program, std::size_t index)
{
    const Operation &operation = program.operations[index];
    const bool collective = operation.kind == OperationKind::Collective;
    if (program.submission == Submission::Gated && collective)
        refuse(program, index,
               QT_TRANSLATE_NOOP("engine",
                                 "may make the host wait for the device, which a gate holds; use submission = live"));
    if (!program.inGraph(operation))
        return;
    if (collective || isAllocation(operation.kind))
        refuse(program, index,
               Phrase("engine", "is not put into a graph here; use submission = live%1").arg(simulateInstead));
}

} // namespace

void requireCudaRuns(const Program &program, const DeviceInfo &device)
{
    if (hasGraphNodes(program) && program.deviceCount() > 1)
        throw InputError(QT_TRANSLATE_NOOP("engine", "a graph over several devices is not run here; use submission = "
                                                     "live, or a simulated device: --device sim:h200"));
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        requireSubmission(program, i);
        if (program.operations[i].kind == OperationKind::Kernel)
            requireKernelData(program, i, device);
        if (program.operations[i].kind == OperationKind::Collective)
            requireCollective(program, i);
    }
}

} // namespace streamscope
