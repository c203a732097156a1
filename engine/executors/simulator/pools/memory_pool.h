// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace streamscope {

/// The pool of a device for stream-ordered allocation, by rules M1–M3 of the scheduling notes. An allocation takes what
/// its own stream has freed, or what was freed before it by events. Else the driver goes through the streams that use
/// the pool, and takes what one of them has freed if that has executed. If it finds none it goes through them once
/// more, and then everything that has executed serves any stream: of this, and of what nobody has used yet, it takes,
/// or new memory from the system. Some devices wait for a free that has not executed rather than grow; an H200 does
/// not. At a synchronisation, unused memory beyond the release threshold goes back to the system. Freed memory can
/// serve several smaller allocations. Seen in the calls of an H200 (docs/measurements/model.md, "Pools").
class MemoryPool
{
public:
    /// The source of an allocation's memory.
    struct Source
    {
        std::uint64_t grows = 0;    ///< bytes from the system
        std::int32_t waitsFor = -1; ///< the free to wait for, a dependency that the pool inserts; −1: none
    };

    /// Streams that the driver goes through, which takes the host's time. Those that have a free to come cost nothing.
    struct Looks
    {
        int busy = 0; ///< they have worked since the host synchronised, or before the run
        int idle = 0;
    };

    /// The search for the memory of one allocation. Frees go on executing meanwhile.
    class Search
    {
    public:
        /// Set when the search has ended.
        const std::optional<Source> &source() const { return m_source; }

    private:
        friend class MemoryPool;
        std::uint64_t m_bytes = 0;
        std::int32_t m_stream = -1;
        std::size_t m_next = 0; ///< of the pool's streams
        bool m_again = false;   ///< in the second round
        std::int32_t m_at = -1; ///< the stream that the driver has come to; −1: none with freed memory
        std::optional<Source> m_source;
    };

    /// Says of a free whether it comes before the allocation that asks, or whether it has executed.
    using FreeTest = std::function<bool(std::int32_t free)>;

    /// `streams`: those that use it, in the order of their creation. `growBytes`: the pool grows by multiples of it;
    /// what is left serves any stream.
    MemoryPool(std::uint64_t releaseThreshold, bool internalDependencies, std::uint64_t growBytes,
               std::vector<std::int32_t> streams);

    /// Call when the host calls. It has ended where the stream finds memory of its own.
    Search begin(std::uint64_t bytes, std::int32_t stream, const FreeTest &isBefore);
    /// Goes on to the next stream that has freed memory, or to the end of a round. Call again when the time for this
    /// has passed, until there is a source. Requires that there is none yet.
    Looks goOn(Search &search, const FreeTest &isDone);
    void free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation);
    /// The host has synchronised; it knows of the frees of which `isKnown` holds that they have executed. What the pool
    /// grew by at once goes back as a whole, when all of it is free. @returns the bytes that go back to the system.
    /// `stream`: the one that it synchronised with; −1: with all.
    std::uint64_t trim(const FreeTest &isKnown, std::int32_t stream = -1);

private:
    struct Block
    {
        std::uint64_t bytes;
        std::int32_t stream;
        std::int32_t freedBy; ///< −1: it serves any stream
        std::int32_t growth;  ///< of which it is a part: a number of m_growths
    };
    using Blocks = std::vector<Block>;
    struct User
    {
        std::int32_t stream;
        bool isBusy = true;
    };

    Blocks::iterator smallest(std::uint64_t bytes, const std::function<bool(const Block &)> &serves);
    bool take(Search &search, Blocks::iterator block, std::int32_t waitsFor = -1);
    bool takeFrom(std::int32_t stream, Search &search, const FreeTest &isDone);
    void lookAt(const User &user, Looks &looks, const FreeTest &isDone) const;
    bool hasFreed(std::int32_t stream) const;
    void setBusy(std::int32_t stream);
    void serveAll(const std::function<bool(const Block &)> &hasExecuted);
    void end(Search &search);
    std::int32_t growthOfOldest(std::uint64_t bytes);

    std::uint64_t m_threshold;
    bool m_internalDependencies;
    std::uint64_t m_growBytes;
    std::vector<User> m_users;
    Blocks m_unused;                      ///< in the order of their frees
    std::vector<std::uint64_t> m_growths; ///< their bytes
    /// Allocations that nobody has freed, by their bytes: of which growth they are a part. A free takes the oldest.
    std::map<std::uint64_t, std::deque<std::int32_t>> m_live;
};

} // namespace streamscope
