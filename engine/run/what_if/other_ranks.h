// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/work_mix.h"
#include "engine/run/what_if/replayed_run.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace streamscope {

/// The other ranks of a job, of which one rank's trace shows nothing but the waits inside of its collectives. The
/// shortest kernel of a collective, among those of the same name with as many bytes or more, counts as its transfer, or
/// what the link takes where all of them waited; what another one took longer was a wait.
class OtherRanks
{
public:
    /// `run` must outlive the object, the operations of its Program need not.
    explicit OtherRanks(const ReplayedRun &run);

    /// The other ranks change alike: where `program`, which came of the replay, takes `share` of the time without
    /// waits, they are late by that share of what they were.
    void changeAlike(Program &program, double share);

    /// More than a hundredth of the measured time was waiting.
    bool matter() const;
    /// `program`, which came of the replay, as if all ranks came at the same time.
    Program withoutWaits(const Program &program) const;
    /// How long the run takes where the other ranks are no faster than in the trace: no collective ends earlier, and
    /// what follows it takes as long as in the simulated run. Nanoseconds.
    /// `timesOf`: on the axis of the trace.
    std::int64_t asInTraceNs(const Program &program, const TimesOfRun &timesOf, std::int64_t simulatedNs) const;
    /// How much later the run may be because collectives run beside kernels that have all SMs and did not in the trace:
    /// there they meet ranks whose kernels end at other times. Nanoseconds.
    std::int64_t besideKernelsNs(const Program &program, const TimesOfRun &timesOf) const;
    /// What is assumed, in one sentence.
    std::string note(std::int64_t asInTraceNs) const;

private:
    /// One collective of the trace.
    struct Wait
    {
        std::int64_t ns = 0;     ///< 0 where it did not wait
        std::uint64_t bytes = 0; ///< of the collective: another one that has its span was joined or cut
        std::int64_t goneNs = 0; ///< with the changes so far
    };
    void findApart();

    const ReplayedRun &m_run;
    std::map<std::int32_t, Wait> m_waits; ///< by span of the trace
    std::set<std::int32_t> m_apart;       ///< collectives with no kernel beside them, by span
    std::int64_t m_waitNs = 0;
};

} // namespace streamscope
