// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace streamscope {

/// `to` could not start before `from` was done: it waits for an event, or is the wait, that was recorded behind `from`.
struct EventLink
{
    std::uint32_t from = 0, to = 0; ///< spans

    auto operator<=>(const EventLink &) const = default;
};

/// From each record to the waits for it, as operations of the program. A wait for an event that nobody recorded before
/// waits for nothing (CUDA Runtime API, cudaStreamWaitEvent).
std::vector<EventLink> eventLinksOf(const Program &program);

} // namespace streamscope
