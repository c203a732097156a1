// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/host/host_events.h"
#include "engine/timeline/origins/call_stacks.h"
#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace streamscope {

/// What issued an operation, as far as the trace has it.
struct HostContext
{
    std::uint32_t call = HostCall::none; ///< index into Timeline::hostCalls()
    std::int32_t thread = -1;            ///< as Span::thread; −1 when unknown
    /// Indices into Timeline::hostEvents(), each the outermost first.
    std::vector<std::uint32_t> ranges, operators, frames;
};

/// The call that issued `operation`, and what was open when the call began (OpenEvents). Found by
/// searching: some microseconds.
HostContext hostContextOf(const Timeline &timeline, std::size_t operation);

/// The call that issued `operation`, in Timeline::hostCalls(); HostCall::none when unknown.
std::uint32_t callOf(const Timeline &timeline, std::size_t operation);

/// From begin to end of the call that issued `operation`, as a trace or our own measurement has it; empty where unknown
/// and for operations that no GPU executed.
std::optional<TimeRange> callTimes(const Timeline &timeline, std::size_t operation);

/// Finds the origin of every operation and gives it to the Timeline. Call it when operations, calls and events are
/// complete. Takes time in proportion to the operations and to the events. `claim` is told of bytes before they are
/// taken for texts, and may throw. `stacks` count where the Timeline has no Python frames.
void setHostOrigins(Timeline &timeline, const std::function<void(std::size_t bytes)> &claim = {},
                    const CallStacks &stacks = {});

} // namespace streamscope
