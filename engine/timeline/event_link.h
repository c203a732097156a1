// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace streamscope {

/// `to` could not start before `from` ended: `to` waits for an event recorded behind `from`, or `to` is that wait
/// itself.
struct EventLink
{
    std::uint32_t from = 0, to = 0; ///< spans

    auto operator<=>(const EventLink &) const = default;
};

/// Links from each event record to its waits, as operations of the program. A wait for an event without an earlier
/// record does not wait (CUDA Runtime API, cudaStreamWaitEvent).
std::vector<EventLink> eventLinksOf(const Program &program);

} // namespace streamscope
