// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/traces/trace_import.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A collective of one rank, as its trace has it.
struct RankCollective
{
    std::string name;           ///< "allreduce"; empty where the trace is silent
    std::string communicator;   ///< empty where the trace is silent
    std::uint64_t bytes = 0;    ///< 0 also where unknown
    std::int64_t sequence = -1; ///< as Collective::sequence
    std::int64_t start = 0;     ///< nanoseconds by the trace's own clock, as end
    std::int64_t end = 0;
};

/// What the comparison of ranks keeps of a trace: its collectives, in order of their starts. The Timeline can go.
struct RankTrace
{
    std::string path;
    int rank = -1;             ///< −1 where neither the file nor its name says it
    bool rankFromName = false; ///< the file itself does not say it
    int worldSize = 0;         ///< ranks of the job; 0 where unknown
    std::uint64_t operations = 0;
    std::vector<RankCollective> collectives;
};

/// Sends and receives between two ranks are no collectives and are left out.
RankTrace rankTraceOf(const ImportedTrace &trace);

/// The number behind the last "rank" in a file's name: 3 for "job.rank3.json.gz" and "rank-3.json"; −1 without one.
int rankInFileName(std::string_view path);

} // namespace streamscope
