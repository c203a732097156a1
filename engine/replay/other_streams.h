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

private:
    struct End
    {
        std::int64_t time;
        std::int32_t stream;
        bool copy;
    };
    const Timeline &m_timeline;
    std::map<int, std::vector<End>> m_ends; ///< of all that ran, by device and time
};

} // namespace streamscope
