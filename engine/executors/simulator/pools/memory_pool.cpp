// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/pools/memory_pool.h"

#include <algorithm>

namespace streamscope {

MemoryPool::Blocks::iterator MemoryPool::smallest(std::uint64_t bytes, const std::function<bool(const Block &)> &serves)
{
    auto found = m_unused.end();
    for (auto block = m_unused.begin(); block != m_unused.end(); ++block)
        if (block->bytes >= bytes && (found == m_unused.end() || block->bytes < found->bytes) && serves(*block))
            found = block;
    return found;
}

/// What its own stream has freed, or what comes before by events; else what the driver knows to be free by now. Before
/// it takes what nobody has used yet, it asks for more, which serves the calls that follow.
MemoryPool::Blocks::iterator MemoryPool::find(Source &source, std::uint64_t bytes, std::int32_t stream,
                                              const FreeTest &isBefore, const FreeTest &isDone)
{
    constexpr int longest = 18; // the search takes no longer (seen with 40 streams)
    const auto known = [](const Block &block) { return block.knownDone; };
    auto found = smallest(bytes, [&](const Block &block) {
        return block.freedBy >= 0 && (block.stream == stream || isBefore(block.freedBy));
    });
    if (found != m_unused.end())
        return found;
    found = smallest(bytes, known);
    if (found == m_unused.end()) {
        source.asked = hasUnknown(stream) ? ask(isDone) : 0;
        found = smallest(bytes, [](const Block &block) { return block.freedBy < 0; });
        return found != m_unused.end() ? found : smallest(bytes, known);
    }
    source.searched = std::min(m_streams, longest);
    return found;
}

bool MemoryPool::hasUnknown(std::int32_t stream) const
{
    return std::any_of(m_unused.begin(), m_unused.end(), [stream](const Block &block) {
        return block.freedBy >= 0 && block.stream != stream && !block.knownDone;
    });
}

/// Seen on an H200 (docs/measurements/model.md): with up to ten streams each time costs one stream less, with more it
/// stays the same.
int MemoryPool::ask(const FreeTest &isDone)
{
    constexpr int few = 10;
    for (Block &block : m_unused)
        block.knownDone = block.knownDone || (block.freedBy >= 0 && isDone(block.freedBy));
    const int others = m_streams - 1;
    return std::max(1, m_streams <= few ? others - m_timesAsked++ : others);
}

MemoryPool::Source MemoryPool::allocate(std::uint64_t bytes, std::int32_t stream, const FreeTest &isBefore,
                                        const FreeTest &isDone)
{
    Source source;
    auto found = find(source, bytes, stream, isBefore, isDone);
    if (found == m_unused.end() && m_internalDependencies) {
        found = smallest(bytes, [](const Block &) { return true; });
        if (found != m_unused.end())
            source.waitsFor = found->freedBy;
    }
    if (found == m_unused.end()) {
        source.grows = (bytes + m_growBytes - 1) / m_growBytes * m_growBytes;
        if (source.grows > bytes)
            m_unused.push_back({source.grows - bytes, -1, -1});
        return source;
    }
    found->bytes -= bytes;
    if (found->bytes == 0)
        m_unused.erase(found);
    return source;
}

void MemoryPool::free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation)
{
    m_unused.push_back({bytes, stream, operation});
}

std::uint64_t MemoryPool::trim(const FreeTest &isDone)
{
    std::uint64_t kept = 0, given = 0;
    std::erase_if(m_unused, [&](Block &block) {
        block.knownDone = block.freedBy >= 0 && isDone(block.freedBy);
        const bool goes =
            (block.freedBy < 0 || block.knownDone) && block.bytes > m_threshold - std::min(kept, m_threshold);
        (goes ? given : kept) += block.bytes;
        return goes;
    });
    return given;
}

} // namespace streamscope
