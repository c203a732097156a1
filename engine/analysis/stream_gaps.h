// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <map>

namespace streamscope {

/// How long a stream did not execute between its operations, by cause.
struct StreamGaps
{
    GapTimes byCause{};
    std::int64_t longestNs = 0;
    int deepestQueue = 0;
    std::int64_t queueFullNs = 0;
    std::int64_t longestBarrierNs = 0; ///< the longest wait by the order of the NULL stream, where the run is our own
    std::uint32_t barrier = 0;         ///< span of the NULL stream's operation that it is about
};

/// The usual latency of starting an operation: a shorter gap needs no other cause.
inline constexpr std::int64_t launchNs = 10'000;
/// A gap without a known cause counts as launch up to this length, and as unknown beyond.
inline constexpr std::int64_t longestLaunchNs = 50'000;

/// The gaps of each stream of `device` that executed something, by stream.
///
/// A gap lasts from the end of one operation to the start of the next and is cut at the next operation's issue. Before
/// the issue the host was late. After the issue the operation waits: for its engine, from when it was ready, if that is
/// known, and before that until what the NULL stream's order puts before it has ended; for an event, if the stream was
/// told to wait for one in between; for the default stream or the engine, while these execute. The rest is launch up to
/// longestLaunchNs, else unknown.
std::map<std::int32_t, StreamGaps> streamGaps(const Timeline &timeline, int device);

} // namespace streamscope
