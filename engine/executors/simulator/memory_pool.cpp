// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/memory_pool.h"

#include <algorithm>
#include <tuple>

namespace streamscope {

/// The least trouble first, then the smallest that is large enough.
MemoryPool::Choice MemoryPool::choose(std::uint64_t bytes, std::int32_t stream, const IsUsable &isUsable) const
{
    Choice choice{m_unused.size(), false};
    std::tuple<int, std::uint64_t> best{m_internalDependencies ? 3 : 2, 0};
    for (std::size_t i = 0; i < m_unused.size(); ++i) {
        const Block &block = m_unused[i];
        if (block.bytes < bytes)
            continue;
        const int trouble = block.stream == stream || block.freedBy < 0 ? 0 : isUsable(block.freedBy) ? 1 : 2;
        if (const std::tuple found{trouble, block.bytes}; found < best) {
            best = found;
            choice = {i, trouble == 2};
        }
    }
    return choice;
}

MemoryPool::Source MemoryPool::allocate(std::uint64_t bytes, std::int32_t stream, const IsUsable &isUsable)
{
    const Choice choice = choose(bytes, stream, isUsable);
    if (choice.index == m_unused.size()) {
        if (const std::uint64_t left = (m_growBytes - bytes % m_growBytes) % m_growBytes; left > 0)
            m_unused.push_back({left, -1, -1});
        return {.grows = true, .waitsFor = -1};
    }
    Block &block = m_unused[choice.index];
    const std::int32_t freedBy = block.freedBy;
    block.bytes -= bytes;
    if (block.bytes == 0)
        m_unused.erase(m_unused.begin() + static_cast<std::ptrdiff_t>(choice.index));
    return {.grows = false, .waitsFor = choice.waits ? freedBy : -1};
}

void MemoryPool::free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation)
{
    m_unused.push_back({bytes, stream, operation});
}

std::uint64_t MemoryPool::trim(const std::function<bool(std::int32_t)> &isDone)
{
    std::uint64_t kept = 0, given = 0;
    std::erase_if(m_unused, [&](const Block &block) {
        const bool goes =
            (block.freedBy < 0 || isDone(block.freedBy)) && block.bytes > m_threshold - std::min(kept, m_threshold);
        (goes ? given : kept) += block.bytes;
        return goes;
    });
    return given;
}

} // namespace streamscope
