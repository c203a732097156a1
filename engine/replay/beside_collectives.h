// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/device_intervals.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace streamscope {

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
    DeviceIntervals m_held; ///< the SMs of each collective
    std::map<Key, Like> m_like;
};

} // namespace streamscope
