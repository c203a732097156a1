// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// The pool of a device for stream-ordered allocation, by rules M1–M3 of the scheduling notes. An allocation takes what
/// its own stream has freed, or what was freed before it by events; then what the driver knows to be free by now, what
/// nobody has used yet, and new memory from the system. Some devices wait for a free that has not executed rather than
/// grow; an H200 does not. At a synchronisation, unused memory beyond the release threshold goes back to the system.
/// Freed memory can serve several smaller allocations.
class MemoryPool
{
public:
    /// The source of an allocation's memory.
    struct Source
    {
        std::uint64_t grows = 0;    ///< bytes from the system
        std::int32_t waitsFor = -1; ///< the free to wait for, a dependency that the pool inserts; −1: none
        int searched = 0;           ///< streams whose frees the driver goes through for one that has executed
        int asked = 0;              ///< other streams that the driver asks for frees that have executed meanwhile
    };

    /// Says of a free whether it comes before the allocation that asks, or whether it has executed.
    using FreeTest = std::function<bool(std::int32_t free)>;

    /// Of a device with `streams` streams. `growBytes`: the pool grows by multiples of it; what is left serves any
    /// stream.
    MemoryPool(std::uint64_t releaseThreshold, bool internalDependencies, std::uint64_t growBytes, int streams)
        : m_threshold(releaseThreshold), m_internalDependencies(internalDependencies), m_growBytes(growBytes),
          m_streams(streams)
    {}

    /// Call when the host calls.
    Source allocate(std::uint64_t bytes, std::int32_t stream, const FreeTest &isBefore, const FreeTest &isDone);
    void free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation);
    /// The host has synchronised. @returns the bytes that go back to the system.
    std::uint64_t trim(const FreeTest &isDone);

private:
    struct Block
    {
        std::uint64_t bytes;
        std::int32_t stream;
        std::int32_t freedBy;   ///< −1: never used
        bool knownDone = false; ///< the driver knows that the free has executed
    };
    using Blocks = std::vector<Block>;
    Blocks::iterator smallest(std::uint64_t bytes, const std::function<bool(const Block &)> &serves);
    Blocks::iterator find(Source &source, std::uint64_t bytes, std::int32_t stream, const FreeTest &isBefore,
                          const FreeTest &isDone);
    bool hasUnknown(std::int32_t stream) const;
    int ask(const FreeTest &isDone);

    std::uint64_t m_threshold;
    bool m_internalDependencies;
    std::uint64_t m_growBytes;
    int m_streams;
    int m_timesAsked = 0;
    Blocks m_unused; ///< in the order of their frees
};

} // namespace streamscope
