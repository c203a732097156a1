// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/pools/memory_pool.h"

#include <algorithm>
#include <utility>

namespace streamscope {

MemoryPool::MemoryPool(std::uint64_t releaseThreshold, bool internalDependencies, std::uint64_t growBytes,
                       std::vector<std::int32_t> streams)
    : m_threshold(releaseThreshold), m_internalDependencies(internalDependencies), m_growBytes(growBytes)
{
    for (const std::int32_t stream : streams)
        m_users.push_back({stream});
}

MemoryPool::Blocks::iterator MemoryPool::smallest(std::uint64_t bytes, const std::function<bool(const Block &)> &serves)
{
    auto found = m_unused.end();
    for (auto block = m_unused.begin(); block != m_unused.end(); ++block)
        if (block->bytes >= bytes && (found == m_unused.end() || block->bytes < found->bytes) && serves(*block))
            found = block;
    return found;
}

/// @returns false where there is no such block.
bool MemoryPool::take(Search &search, Blocks::iterator block, std::int32_t waitsFor)
{
    if (block == m_unused.end())
        return false;
    m_live[search.m_bytes].push_back(block->growth);
    block->bytes -= search.m_bytes;
    if (block->bytes == 0)
        m_unused.erase(block);
    search.m_source = Source{0, waitsFor};
    setBusy(search.m_stream);
    return true;
}

bool MemoryPool::takeFrom(std::int32_t stream, Search &search, const FreeTest &isDone)
{
    return take(search, smallest(search.m_bytes, [&](const Block &block) {
                    return block.stream == stream && block.freedBy >= 0 && isDone(block.freedBy);
                }));
}

MemoryPool::Search MemoryPool::begin(std::uint64_t bytes, std::int32_t stream, const FreeTest &isBefore)
{
    Search search;
    search.m_bytes = bytes;
    search.m_stream = stream;
    take(search, smallest(bytes, [&](const Block &block) {
             return block.freedBy >= 0 && (block.stream == stream || isBefore(block.freedBy));
         }));
    return search;
}

/// What a stream has freed may have executed when the driver comes to it.
MemoryPool::Looks MemoryPool::goOn(Search &search, const FreeTest &isDone)
{
    Looks looks;
    if (const std::int32_t stream = std::exchange(search.m_at, -1); stream >= 0) {
        if (!search.m_again && takeFrom(stream, search, isDone))
            return looks;
        if (search.m_again)
            serveAll([&](const Block &block) { return block.stream == stream && isDone(block.freedBy); });
    }
    while (search.m_next < m_users.size()) {
        const User &user = m_users[search.m_next++];
        lookAt(user, looks, isDone);
        if (user.stream == search.m_stream || !hasFreed(user.stream))
            continue;
        search.m_at = user.stream;
        return looks;
    }
    if (search.m_again)
        end(search);
    search.m_again = true;
    search.m_next = 0;
    return looks;
}

void MemoryPool::lookAt(const User &user, Looks &looks, const FreeTest &isDone) const
{
    const bool waits = std::any_of(m_unused.begin(), m_unused.end(), [&](const Block &block) {
        return block.stream == user.stream && block.freedBy >= 0 && !isDone(block.freedBy);
    });
    if (!waits)
        ++(user.isBusy ? looks.busy : looks.idle);
}

bool MemoryPool::hasFreed(std::int32_t stream) const
{
    return std::any_of(m_unused.begin(), m_unused.end(),
                       [stream](const Block &block) { return block.stream == stream && block.freedBy >= 0; });
}

void MemoryPool::setBusy(std::int32_t stream)
{
    for (User &user : m_users)
        user.isBusy = user.isBusy || user.stream == stream;
}

/// What has executed serves any stream.
void MemoryPool::serveAll(const std::function<bool(const Block &)> &hasExecuted)
{
    for (Block &block : m_unused)
        if (block.freedBy >= 0 && hasExecuted(block))
            block.freedBy = -1;
}

void MemoryPool::end(Search &search)
{
    if (take(search, smallest(search.m_bytes, [](const Block &block) { return block.freedBy < 0; })))
        return;
    if (m_internalDependencies) {
        const auto found = smallest(search.m_bytes, [](const Block &) { return true; });
        if (take(search, found, found == m_unused.end() ? -1 : found->freedBy))
            return;
    }
    const std::uint64_t grows = (search.m_bytes + m_growBytes - 1) / m_growBytes * m_growBytes;
    const auto growth = static_cast<std::int32_t>(m_growths.size());
    m_growths.push_back(grows);
    m_live[search.m_bytes].push_back(growth);
    if (grows > search.m_bytes)
        m_unused.push_back({grows - search.m_bytes, -1, -1, growth});
    search.m_source = Source{grows, -1};
    setBusy(search.m_stream);
}

std::int32_t MemoryPool::growthOfOldest(std::uint64_t bytes)
{
    std::deque<std::int32_t> &live = m_live[bytes];
    if (live.empty())
        return -1;
    const std::int32_t growth = live.front();
    live.pop_front();
    return growth;
}

void MemoryPool::free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation)
{
    setBusy(stream);
    m_unused.push_back({bytes, stream, operation, growthOfOldest(bytes)});
}

std::uint64_t MemoryPool::trim(const FreeTest &isKnown, std::int32_t stream)
{
    serveAll([&](const Block &block) { return isKnown(block.freedBy); });
    for (User &user : m_users)
        user.isBusy = user.isBusy && stream >= 0 && user.stream != stream;
    std::uint64_t kept = 0, given = 0;
    const auto decide = [&](std::uint64_t bytes) {
        const bool gives = bytes > m_threshold - std::min(kept, m_threshold);
        (gives ? given : kept) += bytes;
        return gives;
    };
    const auto goesAlone = [&](const Block &block) { return block.freedBy < 0 && decide(block.bytes); };
    std::map<std::int32_t, std::uint64_t> unused; // bytes by growth; then those that go
    for (const Block &block : m_unused)
        if (block.growth >= 0 && block.freedBy < 0)
            unused[block.growth] += block.bytes;
    std::erase_if(unused, [&](const auto &growth) {
        return growth.second != m_growths[static_cast<std::size_t>(growth.first)] || !decide(growth.second);
    });
    std::erase_if(m_unused, [&](const Block &block) {
        return block.growth >= 0 ? unused.contains(block.growth) : goesAlone(block);
    });
    return given;
}

} // namespace streamscope
