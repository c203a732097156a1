// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/split_edit.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::uint64_t chunkAlignment = 256; // bytes: what cudaMalloc aligns to
constexpr std::uint64_t elementBytes = 4;     // the kernels work on floats
constexpr std::uint64_t usualMultiprocessors = 132;

struct Part
{
    std::uint64_t first = 0, count = 0;
};

/// Equal parts of whole multiples of `unit`; the last one takes what is left.
Part partOf(std::uint64_t total, std::uint64_t chunk, std::uint64_t chunks, std::uint64_t unit)
{
    const std::uint64_t share = total / chunks / unit * unit;
    return {chunk * share, chunk + 1 == chunks ? total - chunk * share : share};
}

bool isDivisible(std::uint64_t bytes, std::uint64_t chunks)
{
    return bytes >= chunks * chunkAlignment;
}

/// What is smaller is work space or a value that each chunk needs whole.
void cutRange(BufferRange &range, std::uint64_t chunk, std::uint64_t chunks)
{
    if (!isDivisible(range.bytes, chunks))
        return;
    const Part part = partOf(range.bytes, chunk, chunks, chunkAlignment);
    range.offset += part.first;
    range.bytes = part.count;
}

void cutKernel(Operation &operation, std::uint64_t chunk, std::uint64_t chunks, std::uint64_t fewBlocks)
{
    KernelWork &work = operation.kernel;
    if (work.kind != KernelKind::Spin) {
        work.elements = partOf(work.elements, chunk, chunks, chunkAlignment / elementBytes).count;
        if (work.grid > 0)
            work.grid = static_cast<std::uint32_t>((work.grid + chunks - 1) / chunks);
    } else if (keepsBlocks(operation, chunks, fewBlocks)) {
        work.durationNs = std::max<std::int64_t>(work.durationNs / static_cast<std::int64_t>(chunks), 1);
    } else {
        work.grid = static_cast<std::uint32_t>(partOf(launchedBlocks(work), chunk, chunks, 1).count);
    }
}

} // namespace

std::uint64_t fewBlocksOf(const DeviceProfile *profile)
{
    return profile ? static_cast<std::uint64_t>(std::max(profile->info.multiprocessors.value_or(1), 1))
                   : usualMultiprocessors;
}

bool keepsBlocks(const Operation &operation, std::uint64_t chunks, std::uint64_t fewBlocks)
{
    return operation.kind == OperationKind::Kernel && operation.kernel.kind == KernelKind::Spin
           && launchedBlocks(operation.kernel) <= std::max(fewBlocks, chunks);
}

Operation chunkOf(const Operation &operation, std::uint64_t chunk, std::uint64_t chunks, std::uint64_t fewBlocks)
{
    Operation part = operation;
    part.chunk = static_cast<std::int32_t>(chunk);
    if (!part.name.empty())
        part.name += ", chunk " + std::to_string(chunk);
    if (part.kind == OperationKind::Kernel)
        cutKernel(part, chunk, chunks, fewBlocks);
    else if (isDivisible(part.bytes, chunks))
        part.bytes = partOf(part.bytes, chunk, chunks, chunkAlignment).count;
    // What a kernel only reads may be shared by all chunks; its own data has the size that it writes.
    const bool shares = part.kind == OperationKind::Kernel && !part.writes.empty();
    const std::uint64_t own = shares ? operation.writes.front().bytes : 0;
    for (BufferRange &range : part.reads)
        if (!shares || range.bytes == own)
            cutRange(range, chunk, chunks);
    for (BufferRange &range : part.writes)
        cutRange(range, chunk, chunks);
    return part;
}

SplitRules::SplitRules(const ChangeInput &input)
    : m_input(input), m_launchWork(input.program), m_chunks(static_cast<std::uint64_t>(input.values.integer("chunks"))),
      m_replay(isReplay(input.program))
{}

std::vector<OperationChain> SplitRules::chains()
{
    return ChainFinder(
               m_input.program, [this](std::int32_t index) { return fits(index); },
               [this](std::int32_t index) {
                   return m_launchWork.belongsToLaunch(m_input.program.operations[static_cast<std::size_t>(index)]);
               })
        .run();
}

bool SplitRules::fits(std::int32_t index)
{
    const Operation &operation = m_input.program.operations[static_cast<std::size_t>(index)];
    if (!m_input.selected[static_cast<std::size_t>(index)] || operation.graph >= 0)
        return false;
    if (isHostCopy(operation.kind) && m_input.program.hostMemoryOf(operation) == HostMemory::Pageable) {
        ++m_pageable;
        return false;
    }
    if (isLargeEnough(operation))
        return true;
    ++m_tooSmall;
    return false;
}

bool SplitRules::isLargeEnough(const Operation &operation) const
{
    const auto isLarge = [this](const BufferRange &range) { return isDivisible(range.bytes, m_chunks); };
    if (operation.kind == OperationKind::Memset && m_replay)
        return true; // a library clears its work space before a kernel: each chunk does
    if (operation.kind != OperationKind::Kernel)
        return isDivisible(operation.bytes, m_chunks);
    const bool elements =
        operation.kernel.kind == KernelKind::Spin || isDivisible(operation.kernel.elements * elementBytes, m_chunks);
    return elements && std::all_of(operation.writes.begin(), operation.writes.end(), isLarge);
}

} // namespace streamscope
