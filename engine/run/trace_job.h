// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/trace_import.h"
#include "engine/run/run_job.h"
#include "engine/timeline/time_range.h"

#include <string>

namespace streamscope {

/// A trace that somebody wants to see.
struct TraceRequest
{
    std::string path;
    ImportOptions options;
};

/// Imports and analyses a trace. The result has no experiment and no Program, and its import report. Synchronous;
/// throws as importTrace() does.
RunResult openTrace(const TraceRequest &request, const ImportControl &control);
/// The same for a file that is open already.
RunResult openTrace(InputFile file, const ImportOptions &options, const ImportControl &control);

/// The analysis of what executed in `range`, cut at its edges. Nothing else of the result is looked at.
RunAnalysis analyzeRange(const RunResult &result, TimeRange range);

} // namespace streamscope
