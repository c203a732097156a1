// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/fold_steps.h"

#include "engine/analysis/steps/folded_step.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/named_run.h"

#include <utility>

namespace streamscope {

RunResult foldSteps(const RunResult &trace)
{
    const std::string name = runTitle(trace).toStdString();
    const Steps steps = findSteps(trace.recording.timeline);
    std::optional<Timeline> folded = foldedStep(trace.recording.timeline, steps);
    if (!folded)
        throw InputError(name,
                         steps.empty()
                             ? QT_TRANSLATE_NOOP("engine", "it has no steps to fold")
                             : Phrase("engine", "fewer than two of its %1 steps are alike, so there is nothing to fold")
                                   .arg(steps.steps.size()));
    RunResult result;
    result.request = trace.request;
    result.recording.device = trace.recording.device;
    result.recording.environment = trace.recording.environment;
    result.recording.timeline = std::move(*folded);
    setMakespanFromTimeline(result.recording);
    const Fold &fold = *result.recording.timeline.fold();
    result.recording.notes.push_back(
        Phrase("engine", "This is no run: it is the %1 of %2, told by %3. Each operation reaches from the median of "
                         "its starts to the median of its ends, since the begin of the step.")
            .arg(fold.text(), name, steps.by));
    if (fold.leftOut > 0)
        result.recording.notes.push_back(
            Phrase("engine", "%1 operations that fewer than half of these steps have are left out.").arg(fold.leftOut));
    result.import = trace.import;
    result.analysis = analyze(result.recording, nullptr);
    result.analysis.findings.clear(); // they are about runs
    result.finishedAt = std::chrono::system_clock::now();
    return result;
}

} // namespace streamscope
