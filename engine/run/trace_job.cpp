// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/trace_job.h"

#include "engine/formats/traces/trace_builder.h"
#include "engine/run/open_ranks.h"

#include <utility>

namespace streamscope {

RunResult openTrace(const TraceRequest &request, const ImportControl &control)
{
    if (request.ranks)
        return showRanks(*request.ranks, request.path, request.options, control);
    return openTrace(openInput(loneTrace(request.path)), request.options, control, request.withAnalysis);
}

RunResult openTrace(InputFile file, const ImportOptions &options, const ImportControl &control, bool withAnalysis)
{
    ImportedTrace trace = importTrace(std::move(file), options, control);
    RunResult result;
    result.recording = std::move(trace.recording);
    result.request.device = result.recording.device.id;
    result.import = std::make_shared<const ImportReport>(std::move(trace.report));
    if (withAnalysis)
        result.analysis = analyze(result.recording, nullptr);
    result.finishedAt = std::chrono::system_clock::now();
    return result;
}

RunAnalysis analyzeRange(const RunResult &result, TimeRange range)
{
    Recording part;
    part.device = result.recording.device;
    part.timeline = timelineIn(result.recording.timeline, range, true);
    setMakespanFromTimeline(part);
    return analyze(part, nullptr);
}

} // namespace streamscope
