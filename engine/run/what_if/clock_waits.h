// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/work_mix.h"
#include "engine/program/program.h"
#include "engine/replay/repeated_calls.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// Pauses of the host that end when a clock says so, as those of a program that takes a picture or a block of sound at
/// fixed times. Whatever gets shorter before such a pause makes it longer: nothing is won.
///
/// Found where the work before the same call of a loop takes as much more or less as everything else took less or more:
/// the call comes each period, though what is between does not take as long each time. At least eight times.
class ClockWaits
{
public:
    /// Of a replayed Program, its repeatedCalls(), its simulated run and its trace.
    ClockWaits(const Program &program, const std::vector<ThreadCalls> &threads, const TimesOfRun &timesOf,
               const Timeline &trace);

    std::size_t size() const { return m_pauses.size(); }
    /// Gives the pauses in the same Program a name, by which apply() knows them.
    void name(Program &program) const;

    /// Gives the pauses of `after` the lengths with which they end when the clock says so, or at once where that is
    /// over. Without effect where pauses went or came. False where nothing changes.
    bool apply(Program &after, const TimesOfRun &timesOf) const;

private:
    std::vector<std::uint32_t> m_pauses;           ///< operations
    std::vector<std::vector<std::int64_t>> m_ends; ///< by thread: of its pauses, on the time axis of the run
};

} // namespace streamscope
