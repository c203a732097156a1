// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// The pool of a device for stream-ordered allocation, by rules M1–M3 of the scheduling notes: an allocation reuses
/// memory that its own stream has freed, whose free has executed or comes before it by events. Else, where the device
/// does so, it waits for a free that is issued but not executed; an H200 takes new memory from the system. At a
/// synchronisation, unused memory beyond the release threshold goes back to the system. Freed memory can serve several
/// smaller allocations.
class MemoryPool
{
public:
    /// The source of an allocation's memory.
    struct Source
    {
        bool grows = false;         ///< from the system
        std::int32_t waitsFor = -1; ///< the free to wait for, a dependency that the pool inserts; −1: none
    };

    /// Whether a free has executed, or comes before the allocation that asks.
    using IsUsable = std::function<bool(std::int32_t free)>;

    /// `growBytes`: the pool grows by multiples of it; what is left serves any stream.
    MemoryPool(std::uint64_t releaseThreshold, bool internalDependencies, std::uint64_t growBytes)
        : m_threshold(releaseThreshold), m_internalDependencies(internalDependencies), m_growBytes(growBytes)
    {}

    /// True when allocate() would take memory from the system.
    bool mustGrow(std::uint64_t bytes, std::int32_t stream, const IsUsable &isUsable) const
    {
        return choose(bytes, stream, isUsable).index == m_unused.size();
    }
    Source allocate(std::uint64_t bytes, std::int32_t stream, const IsUsable &isUsable);
    void free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation);
    /// The host has synchronised. @returns the bytes that go back to the system.
    std::uint64_t trim(const std::function<bool(std::int32_t)> &isDone);

private:
    struct Block
    {
        std::uint64_t bytes;
        std::int32_t stream;
        std::int32_t freedBy; ///< −1: never used
    };
    struct Choice
    {
        std::size_t index; ///< into m_unused; its size: none
        bool waits;
    };
    Choice choose(std::uint64_t bytes, std::int32_t stream, const IsUsable &isUsable) const;

    std::uint64_t m_threshold;
    bool m_internalDependencies;
    std::uint64_t m_growBytes;
    std::vector<Block> m_unused; ///< in the order of their frees
};

} // namespace streamscope
