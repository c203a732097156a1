// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// The durations of all operations of one name and kind, or of one origin, in nanoseconds.
struct NameFigures
{
    OperationKind kind = OperationKind::Kernel; ///< with NameScope::by of its first operation in the order of issue
    std::uint32_t name = 0; ///< index of Timeline::name(); with NameScope::by number of a text of HostOrigins
    std::size_t count = 0;
    std::int64_t totalNs = 0; ///< summed over the operations, which may run at once
    std::int64_t shortestNs = 0, longestNs = 0;
    std::int64_t medianNs = 0; ///< of an even number the upper one of the two in the middle
    std::uint32_t first = 0;   ///< the operation that starts first: index into the Timeline
    std::uint32_t longest = 0; ///< the first of the longest ones
};

/// Which operations count, and what they have in common.
struct NameScope
{
    std::optional<TimeRange> range;                           ///< those with some time in it; empty: all
    std::optional<std::span<const std::uint32_t>> operations; ///< only these; empty: all
    /// Empty: name and kind. Else what issued them: the innermost operator, range or module, the whole stack, the call.
    std::optional<OriginPart> by = std::nullopt;
};

/// The name, or the text of the origin: empty where that is unknown.
std::string labelOf(const Timeline &timeline, const NameFigures &figures, const NameScope &scope);

/// Does part(0) … part(parts − 1) in any order, maybe at the same time, and comes back when all are done.
using WorkSharer = std::function<void(std::size_t parts, const std::function<void(std::size_t)> &part)>;

/// The figures of each name and kind, or origin, the largest total first. Records of events and waits for them take no
/// time and are left out. Without `share` one thread does all.
/// @throws Cancelled
std::vector<NameFigures> figuresByName(const Timeline &timeline, const NameScope &scope = {},
                                       const std::stop_token &stop = {}, const WorkSharer &share = {});

/// The operations of one name and kind in `scope`, in order.
std::vector<std::uint32_t> operationsOf(const Timeline &timeline, OperationKind kind, std::uint32_t name,
                                        const NameScope &scope = {});

/// Their durations, in no order.
std::vector<std::int64_t> durationsOf(const Timeline &timeline, OperationKind kind, std::uint32_t name,
                                      const NameScope &scope = {});

} // namespace streamscope
