// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// The pool of a device for stream-ordered allocation, by rules M1–M3 of the scheduling notes: what was given back is
/// used again when the same stream or anybody has already freed it, else by waiting for the call that frees it; what is
/// unused beyond the release threshold goes back to the system at a synchronisation.
class MemoryPool
{
public:
    /// Where the memory of an allocation comes from.
    struct Source
    {
        bool grows = false;         ///< from the system
        std::int32_t waitsFor = -1; ///< the free that it has to wait for: a dependency that the pool inserts
    };

    explicit MemoryPool(std::uint64_t releaseThreshold) : m_threshold(releaseThreshold) {}

    /// `isDone` says of a free whether it is done.
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
    std::vector<Block> m_unused; ///< in the order in which they were given back
};

} // namespace streamscope
