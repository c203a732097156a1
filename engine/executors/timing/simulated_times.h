// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/operation_times.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// The times of the operations of a simulated run in 20 bytes each, for Programs of many millions. The clock is the
/// model's. Nothing is known at first.
class SimulatedTimes
{
public:
    SimulatedTimes() = default;
    explicit SimulatedTimes(std::size_t operations);

    std::size_t size() const { return m_size; }
    OperationTimes operator[](std::size_t operation) const;
    std::int64_t issue(std::size_t operation) const
    {
        return behind(baseOf(operation).issue, at(operation).issue, farOf(operation, Issue));
    }
    std::int64_t ready(std::size_t operation) const
    {
        return behind(baseOf(operation).ready, at(operation).ready, farOf(operation, Ready));
    }
    std::int64_t start(std::size_t operation) const
    {
        return behind(ready(operation), at(operation).waited, farOf(operation, Start));
    }
    std::int64_t end(std::size_t operation) const
    {
        return behind(start(operation), at(operation).length, farOf(operation, End));
    }
    std::int64_t returned(std::size_t operation) const
    {
        return behind(issue(operation), at(operation).held, farOf(operation, Returned));
    }

    /// A start is kept as its distance from `ready`, an end from the start, a return from the call: set them in this
    /// order.
    void setIssue(std::size_t operation, std::int64_t time)
    {
        at(operation).issue = fromBase(m_bases[operation >> baseBits].issue, time, farOf(operation, Issue));
    }
    void setReady(std::size_t operation, std::int64_t time)
    {
        at(operation).ready = fromBase(m_bases[operation >> baseBits].ready, time, farOf(operation, Ready));
    }
    void setStart(std::size_t operation, std::int64_t time)
    {
        at(operation).waited = distance(ready(operation), time, farOf(operation, Start));
    }
    void setEnd(std::size_t operation, std::int64_t time)
    {
        at(operation).length = distance(start(operation), time, farOf(operation, End));
    }
    void setReturned(std::size_t operation, std::int64_t time)
    {
        at(operation).held = distance(issue(operation), time, farOf(operation, Returned));
    }

    /// All known times become later by `ns`.
    void shift(std::int64_t ns);
    /// The times of `operation`. Forgets, from time to time, those of the operations before it.
    OperationTimes take(std::size_t operation);
    std::vector<OperationTimes> all() const;

private:
    static constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max(), far = unknown - 1;
    /// Of 40 MiB: the allocator gives such a page back to the system at once.
    static constexpr std::size_t pageBits = 21;
    /// So many operations that follow each other are issued within some seconds.
    static constexpr std::size_t baseBits = 10;

    struct Bases
    {
        std::int64_t issue = unknownTime, ready = unknownTime;
    };
    /// Nanoseconds: `issue` and `ready` from their bases, the others as they are set.
    struct Times
    {
        std::uint32_t issue = unknown, ready = unknown, waited = unknown, length = unknown, held = unknown;
    };
    enum Far : std::uint64_t { Issue, Ready, Start, End, Returned, farCount };

    const Times &at(std::size_t operation) const
    {
        return m_pages[operation >> pageBits][operation & ((std::size_t{1} << pageBits) - 1)];
    }
    Times &at(std::size_t operation)
    {
        return m_pages[operation >> pageBits][operation & ((std::size_t{1} << pageBits) - 1)];
    }
    const Bases &baseOf(std::size_t operation) const { return m_bases[operation >> baseBits]; }
    /// The first time that is set decides the base; others may be 2.1 s before it or behind it.
    std::uint32_t fromBase(std::int64_t &base, std::int64_t time, std::uint64_t place)
    {
        if (base == unknownTime)
            base = time - (std::int64_t{1} << 31);
        return distance(base, time, place);
    }
    static std::uint64_t farOf(std::size_t operation, Far what) { return operation * farCount + what; }
    std::int64_t behind(std::int64_t from, std::uint32_t distance, std::uint64_t place) const
    {
        return distance == unknown ? unknownTime : distance == far ? m_far.at(place) : from + distance;
    }
    std::uint32_t distance(std::int64_t from, std::int64_t to, std::uint64_t place)
    {
        if (from != unknownTime && to >= from && to - from < std::int64_t{far})
            return static_cast<std::uint32_t>(to - from);
        m_far[place] = to;
        return far;
    }

    std::vector<std::vector<Times>> m_pages;
    std::vector<Bases> m_bases;                            ///< by 1024 operations
    std::unordered_map<std::uint64_t, std::int64_t> m_far; ///< by farOf(): times that are too far away
    std::size_t m_size = 0;
};

/// As for the times of a measured run. Gives their memory back on the way.
Timeline makeTimeline(const Program &program, SimulatedTimes times);

} // namespace streamscope
