// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/fold_steps.h"

#include "engine/analysis/steps/folded_step.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/errors.h"
#include "engine/run/named_run.h"

#include <utility>

namespace streamscope {

RunResult foldSteps(const RunResult &trace)
{
    const std::string name = runTitle(trace).toStdString();
    const Steps steps = findSteps(trace.recording.timeline);
    std::optional<Timeline> folded = foldedStep(trace.recording.timeline, steps);
    if (!folded)
        throw InputError(name, steps.empty() ? "it has no steps to fold"
                                             : "fewer than two of its " + std::to_string(steps.steps.size())
                                                   + " steps are alike, so there is nothing to fold");
    RunResult result;
    result.request = trace.request;
    result.recording.device = trace.recording.device;
    result.recording.environment = trace.recording.environment;
    result.recording.timeline = std::move(*folded);
    setMakespanFromTimeline(result.recording);
    const Fold &fold = *result.recording.timeline.fold();
    result.recording.notes.push_back("This is no run: it is the " + fold.text() + " of " + name + ", told by "
                                     + steps.by
                                     + ". Each operation reaches from the median of its starts to the median of its "
                                       "ends, since the begin of the step.");
    if (fold.leftOut > 0)
        result.recording.notes.push_back(std::to_string(fold.leftOut)
                                         + " operations that fewer than half of these steps have are left out.");
    result.import = trace.import;
    result.analysis = analyze(result.recording, nullptr);
    result.analysis.findings.clear(); // they are about runs
    result.finishedAt = std::chrono::system_clock::now();
    return result;
}

} // namespace streamscope
