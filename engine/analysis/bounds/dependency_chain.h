// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// Operations that need one another, one after the other.
struct DependencyChain
{
    std::int64_t ns = 0; ///< their own durations together
    int operations = 0;
    /// Two of them are in this order only because of their stream or an event; the Program does not say which data they
    /// use.
    bool byOrder = false;
};

/// The longest chain of the run by own durations: no schedule is shorter, whatever the order of issue and the number of
/// engines. Only operations of `device` have a length where one is given.
///
/// An operation that names buffers needs the last writer of each byte that it reads, and the last writer and the
/// readers of each byte that it overwrites, whatever orders them. An order that the run did not keep (a race) does not
/// count. Where one of two operations names no buffer, the order of a stream or an event counts as a need. What only
/// holds operations up does not: synchronisations of the host, its order of issue, and the NULL stream's order with
/// other streams.
DependencyChain longestChain(const Timeline &timeline, const Program &program, const std::vector<std::int64_t> &own,
                             std::optional<int> device = std::nullopt);

} // namespace streamscope
