// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_clocks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// What made a rank late.
struct LateWork
{
    std::string name; ///< of the operations that ran longer than on the others; empty: its GPU was idle longer
    std::int64_t ns =
        0; ///< longer than the median of the other ranks, summed over the collectives that it started last

    bool operator==(const LateWork &) const = default;
};

/// One rank in one step of the job.
struct RankStepFigures
{
    bool isKnown = false;   ///< the rank has this step, and its clock is known
    std::int64_t begin = 0; ///< nanoseconds by the reference clock, as end
    std::int64_t end = 0;
    RankTimes times;
    std::int64_t waitNs = 0; ///< for others in the collectives that start in the step, a part of exposed or hidden time
};

/// One rank among the others. docs/ranks.md defines the figures.
struct RankFigures
{
    int rank = 0;
    std::string path;
    std::uint64_t operations = 0;  ///< in its file
    std::uint64_t collectives = 0; ///< of RankJob::collectives, those with this rank
    std::int64_t waitNs = 0;       ///< from the own start to the last start, summed
    std::uint64_t startsLast = 0;
    std::int64_t othersWaitNs = 0; ///< what all others waited in the collectives that it started last, summed
    RankAlignment alignment;
    RankTimes times;                    ///< of its steps
    std::vector<RankStepFigures> steps; ///< those of the job
    std::optional<LateWork> late;       ///< the most of what made it late; empty where it starts nothing last
};

/// A collective of the job: what its ranks have together.
struct JobCollective
{
    std::string name;          ///< "allreduce"; may be empty
    std::string communicator;  ///< may be empty
    std::uint64_t bytes = 0;   ///< 0 also where unknown
    std::uint32_t ranks = 0;   ///< whose clocks are known
    std::uint32_t members = 0; ///< of the communicator; where the files are silent, `ranks`
    std::uint32_t last = 0;    ///< index of the rank that starts last
    std::uint32_t first = 0;   ///< index of the rank that starts first
    std::int64_t firstStart = 0, lastStart = 0, lastEnd = 0; ///< nanoseconds by the reference clock
    std::int64_t transferNs = 0;                             ///< the shortest duration
    std::int64_t waitNs = 0;                                 ///< of all ranks

    std::int64_t skewNs() const { return lastStart - firstStart; }
};

/// Gigabytes (10^9) per second of a collective's transfer; empty where its size or its duration is unknown. The
/// algorithm bandwidth is bytes over time; the bus bandwidth is what a link carries for it, by kind (nccl-tests,
/// doc/PERFORMANCE.md: all-reduce 2(n−1)/n, all-gather, reduce-scatter and all-to-all (n−1)/n, others 1).
std::optional<double> algorithmBandwidth(const JobCollective &collective);
std::optional<double> busBandwidth(const JobCollective &collective);

/// Several traces of one job, compared.
struct RankJob
{
    std::vector<RankFigures> ranks;    ///< by number
    std::uint64_t collectives = 0;     ///< matched, with known clocks on at least two ranks
    std::int64_t transferNs = 0;       ///< shortest duration of each, summed
    std::vector<std::string> problems; ///< what is missing, left out or in doubt; one line each
    std::vector<std::string> steps;    ///< names, in order; one without a name where the files have none
    std::vector<JobCollective> list;   ///< the collectives, by their last start
};

/// The indices of the ranks, the one for which the others wait longest first.
std::vector<std::uint32_t> slowestFirst(const RankJob &job);

/// Compares the traces of one job. A file that fits no job with the others is left out with a problem; the rest counts.
/// A trace without a rank gets the lowest free number.
RankJob compareRanks(std::vector<RankTrace> traces);

} // namespace streamscope
