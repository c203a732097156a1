// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace streamscope {

/// When the blocks of collectives had SMs of a device, each one.
class HeldMultiprocessors
{
public:
    struct Held
    {
        std::int64_t start = 0, end = 0; ///< nanoseconds
        double blocks = 0;
    };

    void add(int device, const Held &held);
    /// Call once when all are added.
    void sort();
    bool empty() const { return m_devices.empty(); }
    /// Between the two times: SMs times nanoseconds.
    double heldNs(int device, std::int64_t start, std::int64_t end) const;
    /// The first that runs between the two times; null for none.
    const Held *firstBetween(int device, std::int64_t start, std::int64_t end) const;

private:
    struct Device
    {
        std::vector<Held> held; ///< by start
        std::int64_t longest = 0;
    };
    using Next = std::vector<Held>::const_iterator;

    /// Of those that may run at `start` or later, and the end of all; equal where there is none.
    std::pair<Next, Next> from(int device, std::int64_t start) const;

    std::map<int, Device> m_devices;
};

/// What a trace shows of kernels that ran beside collectives. Each block of a collective keeps an SM from the others,
/// also while it waits for other ranks. All times in nanoseconds.
class BesideCollectives
{
public:
    /// `timeline` must outlive it.
    explicit BesideCollectives(const Timeline &timeline);

    bool empty() const { return m_held.empty(); } ///< the trace has no collectives
    /// SMs that collectives had while kernel `span` ran: SMs times nanoseconds. 0 for a collective.
    double heldNs(std::uint32_t span) const;
    /// What kernels like `span` take where no collective runs, in the median; 0 where the trace has none.
    std::int64_t aloneNs(std::uint32_t span) const { return likeIt(span).aloneNs; }
    /// Which part of the time of kernels like `span` is left when a collective that waited for SMs gets some, in the
    /// median, 0 … 1; 0 where the trace has no such case.
    double tail(std::uint32_t span) const { return likeIt(span).tail; }

private:
    /// Kernels of one name and shape.
    struct Like
    {
        std::int64_t aloneNs = 0;
        double tail = 0;
    };
    using Key = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>; ///< name, blocks, shared memory

    void collect();
    void compare();
    Key keyOf(std::uint32_t span) const;
    int deviceOf(std::uint32_t span) const;
    const Like &likeIt(std::uint32_t span) const;

    const Timeline &m_timeline;
    HeldMultiprocessors m_held;
    std::map<Key, Like> m_like;
};

} // namespace streamscope
