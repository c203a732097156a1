// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// The pool of a device for stream-ordered allocation, by rules M1–M3 of the scheduling notes: an allocation reuses
/// memory that its own stream has freed or whose free has executed, else it waits for a free that is issued but not
/// executed; at a synchronisation, unused memory beyond the release threshold goes back to the system.
class MemoryPool
{
public:
    /// The source of an allocation's memory.
    struct Source
    {
        bool grows = false;         ///< from the system
        std::int32_t waitsFor = -1; ///< the free to wait for, a dependency that the pool inserts; −1: none
    };

    explicit MemoryPool(std::uint64_t releaseThreshold) : m_threshold(releaseThreshold) {}

    /// `isDone`: whether a free has executed.
    Source allocate(std::uint64_t bytes, std::int32_t stream, const std::function<bool(std::int32_t)> &isDone);
    void free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation);
    /// The host has synchronised.
    void trim(const std::function<bool(std::int32_t)> &isDone);

private:
    struct Block
    {
        std::uint64_t bytes;
        std::int32_t stream;
        std::int32_t freedBy;
    };
    std::uint64_t m_threshold;
    std::vector<Block> m_unused; ///< in the order of their frees
};

} // namespace streamscope
