// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/host/host_events.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <string>

namespace streamscope {

/// What was open when an operation was issued. Threads of PyTorch's autograd have neither the program's ranges nor its
/// Python frames: there the thread that called backward() counts, too, which is the one of the process with the most
/// time in ranges or frames.
class OpenEvents
{
public:
    /// `timeline` must have hostEvents() and outlive it.
    explicit OpenEvents(const Timeline &timeline);

    struct Innermost
    {
        std::uint32_t own = HostEvents::none;    ///< on the thread that issued the operation
        std::uint32_t caller = HostEvents::none; ///< on the thread that called backward()
        bool operator==(const Innermost &) const = default;
    };
    Innermost at(std::size_t operation) const;

    /// Calls visit(event) for all events that were open, the innermost first, those of the calling thread last.
    template <typename Visit>
    void forEach(const Innermost &innermost, Visit visit) const
    {
        for (const std::uint32_t first : {innermost.own, innermost.caller})
            for (std::uint32_t event = first; event != HostEvents::none; event = m_events.parent(event))
                visit(event);
    }

private:
    bool isAutograd(std::uint32_t event) const;

    const Timeline &m_timeline;
    const HostEvents &m_events;
    std::map<std::string, const EventThread *> m_callers; ///< by process
};

} // namespace streamscope
