// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/measuring/stamp_buffer.h"

#include <algorithm>

namespace streamscope {

namespace {

using Slot = std::vector<KernelStamp>::const_iterator;

/// The earliest start and the latest end of the slots that were stamped.
KernelTimes joined(Slot begin, Slot end)
{
    KernelStamp all = emptyStamp;
    for (Slot slot = begin; slot != end; ++slot) {
        all.firstStart = std::min(all.firstStart, slot->firstStart);
        all.lastEnd = std::max(all.lastEnd, slot->lastEnd);
    }
    if (all.firstStart == emptyStamp.firstStart || all.lastEnd == emptyStamp.lastEnd)
        return {};
    return {static_cast<std::int64_t>(all.firstStart), static_cast<std::int64_t>(all.lastEnd)};
}

} // namespace

StampBuffer::StampBuffer(int launches)
    : m_count(static_cast<std::size_t>(launches) * stampSlots), m_memory(m_count * sizeof(KernelStamp))
{
    reset();
}

void StampBuffer::reset()
{
    const std::vector<KernelStamp> empty(m_count, emptyStamp);
    STREAMSCOPE_CUDA(cudaMemcpy(m_memory.data(), empty.data(), m_memory.bytes(), cudaMemcpyHostToDevice));
}

KernelStamp *StampBuffer::place(int launch) const
{
    return static_cast<KernelStamp *>(m_memory.data()) + static_cast<std::size_t>(launch) * stampSlots;
}

std::vector<KernelTimes> StampBuffer::read() const
{
    std::vector<KernelStamp> slots(m_count);
    STREAMSCOPE_CUDA(cudaMemcpy(slots.data(), m_memory.data(), m_memory.bytes(), cudaMemcpyDeviceToHost));
    std::vector<KernelTimes> launches;
    for (auto slot = slots.cbegin(); slot != slots.cend(); slot += stampSlots)
        launches.push_back(joined(slot, slot + stampSlots));
    return launches;
}

} // namespace streamscope
