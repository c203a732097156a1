// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/stamp_buffer.h"

#include <algorithm>

namespace streamscope {

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

std::vector<KernelStamp> StampBuffer::read() const
{
    std::vector<KernelStamp> slots(m_count);
    STREAMSCOPE_CUDA(cudaMemcpy(slots.data(), m_memory.data(), m_memory.bytes(), cudaMemcpyDeviceToHost));
    std::vector<KernelStamp> stamps(m_count / stampSlots, emptyStamp);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        KernelStamp &stamp = stamps[i / stampSlots];
        stamp.firstStart = std::min(stamp.firstStart, slots[i].firstStart);
        stamp.lastEnd = std::max(stamp.lastEnd, slots[i].lastEnd);
    }
    return stamps;
}

} // namespace streamscope
