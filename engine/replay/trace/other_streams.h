// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// What the other streams of its device did while an operation of a trace waited to start.
class OtherStreams
{
public:
    /// `timeline` must outlive it.
    explicit OtherStreams(const Timeline &timeline);

    /// A kernel late behind the one before it, and soon behind what another stream did, waited for that: by an event,
    /// for the NULL stream, or for room.
    bool letGo(const Span &kernel, std::int64_t formerEnd) const;
    /// Whether another stream's kernel was running at `time`, when none of its own was: the next one may wait for room.
    bool running(const Span &next, std::int64_t time) const;
    /// How many had work for the SMs that was issued and had not begun at `time`; `next`: what its own stream had.
    int waiting(const Span &next, std::int64_t time) const;

private:
    struct End
    {
        std::int64_t time;
        std::int32_t stream;
        bool copy;
    };
    struct Device
    {
        std::vector<End> ends;                   ///< of all that ran, by time
        std::vector<std::int64_t> starts, stops; ///< of all that ran on SMs, sorted
        std::vector<std::int64_t> begins, done;  ///< of the times in which a stream had work that waited, sorted
    };

    const Device &deviceOf(const Span &span) const;

    const Timeline &m_timeline;
    std::map<int, Device> m_devices;
};

} // namespace streamscope
