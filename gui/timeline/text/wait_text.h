// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"
#include "engine/timeline/timeline.h"

#include <QString>

#include <optional>
#include <vector>

namespace streamscope {

/// Of `links`, what held `span` last: the dependency that ended last.
std::optional<Dependency> lastHolder(const Timeline &timeline, const std::vector<Dependency> &links,
                                     std::uint32_t span);

/// What an operation waited for and why, in one line: "waited 303 µs for H2D 0: copy engine, host to device". Where a
/// file does not say when it was ready, what its stream or engine did since its call: "waited 303 µs after its call for
/// H2D 0: its stream", "started 5 µs after its call". Empty where neither is known. Without `held` the line has no
/// reason.
QString waitText(const Timeline &timeline, std::uint32_t span, const std::optional<Dependency> &held);

/// From the end of an operation's call to its start, nanoseconds; below 0 where it started before the call ended. Empty
/// where the times of the call are not known.
std::optional<std::int64_t> queueLatency(const Timeline &timeline, std::uint32_t span);
/// "35 µs from the call's end to the start"; empty where it is not known.
QString queueLatencyText(const Timeline &timeline, std::uint32_t span);

/// What the call of an operation returned where it was an error: "cudaErrorNotReady (600)". Empty where it succeeded
/// and where the call is not known.
QString failedResultText(const Timeline &timeline, std::uint32_t span);

/// The tooltip of the bar of an operation on a lane of the host: the call with its operation, its own duration, and how
/// much later the operation started. Rich text.
QString hostToolTip(const Timeline &timeline, std::uint32_t span, std::uint32_t mergedCount);

} // namespace streamscope
