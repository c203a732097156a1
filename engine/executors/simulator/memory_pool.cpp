// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/memory_pool.h"

#include <algorithm>
#include <limits>

namespace streamscope {

MemoryPool::Source MemoryPool::allocate(std::uint64_t bytes, std::int32_t stream,
                                        const std::function<bool(std::int32_t)> &isDone)
{
    std::size_t chosen = m_unused.size();
    int leastTrouble = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < m_unused.size(); ++i) {
        const Block &block = m_unused[i];
        if (block.bytes < bytes)
            continue;
        const int trouble = block.stream == stream ? 0 : isDone(block.freedBy) ? 1 : 2;
        if (trouble < leastTrouble) {
            leastTrouble = trouble;
            chosen = i;
        }
    }
    if (chosen == m_unused.size())
        return {.grows = true, .waitsFor = -1};
    const std::int32_t freedBy = m_unused[chosen].freedBy;
    m_unused.erase(m_unused.begin() + static_cast<std::ptrdiff_t>(chosen));
    return {.grows = false, .waitsFor = leastTrouble == 2 ? freedBy : -1};
}

void MemoryPool::free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation)
{
    m_unused.push_back({bytes, stream, operation});
}

void MemoryPool::trim(const std::function<bool(std::int32_t)> &isDone)
{
    std::uint64_t kept = 0;
    std::erase_if(m_unused, [&](const Block &block) {
        const bool goes = isDone(block.freedBy) && block.bytes > m_threshold - std::min(kept, m_threshold);
        kept += goes ? 0 : block.bytes;
        return goes;
    });
}

} // namespace streamscope
