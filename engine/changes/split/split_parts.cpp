// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/split/split_parts.h"

#include "engine/changes/patterns/framework_operators.h"

#include <algorithm>
#include <string>

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

/// What is smaller is work space or a value that each chunk needs whole.
void cutRange(BufferRange &range, std::uint64_t chunk, std::uint64_t chunks)
{
    if (!canBeCut(range.bytes, chunks))
        return;
    const Part part = partOf(range.bytes, chunk, chunks, chunkAlignment);
    range.offset += part.first;
    range.bytes = part.count;
}

/// One block for each SM, or fewer, are few.
std::uint64_t fewBlocksOf(const DeviceProfile *profile)
{
    return profile ? static_cast<std::uint64_t>(std::max(profile->info.multiprocessors.value_or(1), 1))
                   : usualMultiprocessors;
}

} // namespace

bool canBeCut(std::uint64_t bytes, std::uint64_t chunks)
{
    return bytes >= chunks * chunkAlignment;
}

bool canCutElements(std::uint64_t elements, std::uint64_t chunks)
{
    return canBeCut(elements * elementBytes, chunks);
}

OperationCutter::OperationCutter(std::uint64_t chunks, const DeviceProfile *profile, const Program &program)
    : m_chunks(chunks), m_fewBlocks(fewBlocksOf(profile)), m_ofFramework(isOfFramework(program))
{}

bool OperationCutter::keepsBlocks(const Operation &operation) const
{
    constexpr double nearlyAll = 0.8; // of the SMs have a block
    const std::uint64_t blocks = launchedBlocks(operation.kernel);
    if (operation.kind != OperationKind::Kernel || operation.kernel->kind != KernelKind::Spin
        || blocks > std::max(m_fewBlocks, m_chunks))
        return false;
    const bool own = operation.source != Operation::none && !m_ofFramework;
    return !own || blocks <= m_chunks || static_cast<double>(blocks) >= nearlyAll * static_cast<double>(m_fewBlocks);
}

OperationCutter::Cuts OperationCutter::cutsOf(const Operation &operation)
{
    // What a kernel only reads may be shared by all chunks; its own data has the size that it writes.
    const bool shares = operation.kind == OperationKind::Kernel && !operation.writes.empty();
    return {&operation, namesOf(operation.name), rangesOf(operation.reads, shares ? operation.writes.front().bytes : 0),
            rangesOf(operation.writes, 0)};
}

const std::vector<SharedText> *OperationCutter::namesOf(const SharedText &name)
{
    if (name.empty())
        return nullptr;
    std::vector<SharedText> &names = m_names[&name.text()];
    for (std::uint64_t chunk = names.size(); chunk < m_chunks; ++chunk)
        names.emplace_back(name + ", chunk " + std::to_string(chunk));
    return &names;
}

const std::vector<BufferRanges> *OperationCutter::rangesOf(const BufferRanges &ranges, std::uint64_t only)
{
    if (ranges.empty())
        return nullptr;
    std::vector<BufferRanges> &cut = m_cut[{ranges.begin(), only}];
    for (std::uint64_t chunk = cut.size(); chunk < m_chunks; ++chunk) {
        std::vector<BufferRange> part(ranges.begin(), ranges.end());
        for (BufferRange &range : part)
            if (only == 0 || range.bytes == only)
                cutRange(range, chunk, m_chunks);
        cut.push_back(m_ranges.shared(std::move(part)));
    }
    return &cut;
}

void OperationCutter::cutKernel(Operation &operation, std::uint64_t chunk)
{
    KernelWork work = operation.kernel;
    if (work.kind != KernelKind::Spin) {
        work.elements = partOf(work.elements, chunk, m_chunks, chunkAlignment / elementBytes).count;
        if (work.grid > 0)
            work.grid = static_cast<std::uint32_t>((work.grid + m_chunks - 1) / m_chunks);
    } else if (keepsBlocks(operation)) {
        operation.durationNs = std::max<std::int64_t>(operation.durationNs / static_cast<std::int64_t>(m_chunks), 1);
        return;
    } else {
        work.grid = static_cast<std::uint32_t>(partOf(launchedBlocks(work), chunk, m_chunks, 1).count);
    }
    operation.kernel = m_kernels.shared(work);
}

Operation OperationCutter::part(const Cuts &cuts, std::uint64_t chunk)
{
    Operation part = *cuts.whole;
    part.chunk = static_cast<std::int32_t>(chunk);
    if (cuts.names)
        part.name = (*cuts.names)[chunk];
    if (cuts.reads)
        part.reads = (*cuts.reads)[chunk];
    if (cuts.writes)
        part.writes = (*cuts.writes)[chunk];
    if (part.kind == OperationKind::Kernel)
        cutKernel(part, chunk);
    else if (canBeCut(part.bytes, m_chunks))
        part.bytes = partOf(part.bytes, chunk, m_chunks, chunkAlignment).count;
    return part;
}

} // namespace streamscope
