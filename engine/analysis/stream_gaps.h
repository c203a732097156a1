// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <map>

namespace streamscope {

/// When a stream did not execute between two of its operations, and why.
struct StreamGaps
{
    GapTimes byCause{};
    std::int64_t longestNs = 0;
    int deepestQueue = 0;
    std::int64_t queueFullNs = 0;
};

/// Starting an operation takes about this long: waiting up to it needs no other cause.
inline constexpr std::int64_t launchNs = 10'000;
/// Waiting that nothing explains is put down to the launch up to here, and unknown beyond.
inline constexpr std::int64_t longestLaunchNs = 50'000;

/// The gaps of each stream of `device` that executed something, by stream.
///
/// Each gap, from the end of what ran before to the next start, is cut at the next operation's issue: before it the
/// host was late. What is left waits: for its engine from the moment at which the operation was ready, where that is
/// known; for an event where the stream was told to wait for one in between; for the default stream or the engine while
/// these execute. What nothing explains is launch up to longestLaunchNs, else unknown.
std::map<std::int32_t, StreamGaps> streamGaps(const Timeline &timeline, int device);

} // namespace streamscope
