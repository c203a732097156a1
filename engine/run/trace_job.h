// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/traces/trace_import.h"
#include "engine/run/run_job.h"
#include "engine/run/show_ranks.h"
#include "engine/timeline/ranges/time_range.h"

#include <optional>
#include <string>

namespace streamscope {

/// A request to open a trace, or the traces of a job's ranks.
struct TraceRequest
{
    std::string path;
    ImportOptions options;
    std::optional<RanksRequest> ranks{}; ///< `path` is then the name of all
    bool withAnalysis = true;            ///< false for one file: the result's analysis stays empty
};

/// Imports and analyses a trace. The result has an import report, and no experiment and no Program. Synchronous. Throws
/// as importTrace().
RunResult openTrace(const TraceRequest &request, const ImportControl &control);
/// The same for an open file.
RunResult openTrace(InputFile file, const ImportOptions &options, const ImportControl &control,
                    bool withAnalysis = true);

/// The analysis of the operations that executed in `range`, cut at its edges.
RunAnalysis analyzeRange(const RunResult &result, TimeRange range);

} // namespace streamscope
