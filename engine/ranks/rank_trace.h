// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/traces/trace_import.h"
#include "engine/ranks/rank_times.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// How long operations of one name ran.
struct RankWork
{
    std::uint32_t name = 0; ///< index into RankTrace::names
    std::int64_t ns = 0;

    bool operator==(const RankWork &) const = default;
};

/// A collective of one rank, as its trace has it.
struct RankCollective
{
    std::string name;           ///< "allreduce"; empty where the trace is silent
    std::string communicator;   ///< empty where the trace is silent
    std::uint64_t bytes = 0;    ///< 0 also where unknown
    std::int64_t sequence = -1; ///< as Collective::sequence
    std::int64_t start = 0;     ///< nanoseconds by the trace's own clock, as end
    std::int64_t end = 0;
    int members = 0; ///< ranks in the communicator; 0 where unknown
    /// What the rank's GPUs ran between the end of its previous collective and `start`: at most three names, the
    /// longest first. From the first operation on for its first collective.
    std::vector<RankWork> before;
    std::int64_t idleBeforeNs = 0; ///< in that time nothing ran

    bool operator==(const RankCollective &) const = default;
};

/// A part of the run that all ranks have: an iteration. It lasts to the begin of the next one.
struct RankStep
{
    std::string name;       ///< "ProfilerStep#12"; empty where the trace has no steps and this is all of it
    std::int64_t begin = 0; ///< nanoseconds by the trace's own clock, as end
    std::int64_t end = 0;
    RankTimes times;

    bool operator==(const RankStep &) const = default;
};

/// What the comparison of ranks keeps of a trace. The Timeline can go.
struct RankTrace
{
    std::string path;
    int rank = -1;             ///< −1 where neither the file nor its name says it
    bool rankFromName = false; ///< the file itself does not say it
    int worldSize = 0;         ///< ranks of the job; 0 where unknown
    std::uint64_t operations = 0;
    std::vector<std::string> names;          ///< those that RankWork names
    std::vector<RankCollective> collectives; ///< in order of their starts
    std::vector<RankStep> steps;             ///< in order; at least one where there is an operation of a GPU

    bool operator==(const RankTrace &) const = default;
};

/// Sends and receives between two ranks are no collectives and are left out.
RankTrace rankTraceOf(const ImportedTrace &trace);

/// The number behind the last "rank" in a file's name: 3 for "job.rank3.json.gz" and "rank-3.json"; −1 without one.
int rankInFileName(std::string_view path);

/// True for at least two files whose names differ in that number only, each in another.
bool areNamedAsRanks(const std::vector<std::string> &paths);

} // namespace streamscope
