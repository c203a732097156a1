// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/advice/advice.h"
#include "engine/run/advice/advice_code.h"
#include "engine/run/advice/finding_origins.h"
#include "engine/run/advice/remaining_bound.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double mostReplayError = 0.2;

Advice nothingTried(const std::string &why)
{
    Advice advice;
    advice.summary.text = Phrase("engine", "No change was tried: %1").arg(why);
    return advice;
}

void scale(std::int64_t &ns, double factor)
{
    ns = std::llround(static_cast<double>(ns) * factor);
}

void scale(std::optional<PredictionRange> &range, double factor)
{
    if (range) {
        scale(range->lowNs, factor);
        scale(range->highNs, factor);
    }
}

/// The model's times on the scale of a measured run.
void scale(Advice &advice, double factor)
{
    scale(advice.summary.beforeNs, factor);
    scale(advice.summary.boundNs, factor);
    const auto scaleStep = [factor](AdviceSummary::Step &step) {
        scale(step.predictedNs, factor);
        scale(step.range, factor);
    };
    std::ranges::for_each(advice.summary.sequence, scaleStep);
    if (advice.summary.uncertain)
        scaleStep(*advice.summary.uncertain);
    for (Finding &finding : advice.findings) {
        scale(finding.suggestion.predictedNs, factor);
        scale(finding.suggestion.range, factor);
    }
}

std::string tooMany(std::size_t operations)
{
    return Phrase("engine", "%1 operations are too many to try changes on; a range of the run can be advised.")
        .arg(operations);
}

} // namespace

Advice adviseTrace(const std::shared_ptr<const RunResult> &trace, TimeRange range, const RunControl &control)
{
    try {
        if (range == TimeRange() && trace->recording.timeline.size() > mostAdvisedOperations)
            return nothingTried(tooMany(trace->recording.timeline.size()));
        const ReplayedRun run = replayRun(trace, {}, range, control.stop);
        if (std::abs(run.replay->error()) > mostReplayError)
            return nothingTried(Phrase("engine", "the replay is %1 off what the trace shows.")
                                    .arg(replayErrorText(*run.replay).toStdString()));
        if (run.replay->program().operations.size() > mostAdvisedOperations)
            return nothingTried(tooMany(run.replay->program().operations.size()));
        Advice advice = advise(whatIfBase(run), control);
        addCode(*trace, range, advice);
        addOrigins(trace->recording.timeline, range, advice.findings);
        return advice;
    } catch (const InputError &error) {
        return nothingTried(error.what());
    } catch (const RunError &error) {
        return nothingTried(error.what());
    }
}

Advice adviseRun(const RunResult &run, const RunControl &control)
{
    try {
        if (run.program.operations.size() > mostAdvisedOperations)
            return nothingTried(tooMany(run.program.operations.size()));
        const WhatIfBase base = whatIfBase(run.program, run.recording.device, {}, control.stop);
        Advice advice = advise(base, control);
        const std::int64_t measured = run.recording.makespans.median();
        if (measured > 0 && base.simulatedNs > 0 && measured != base.simulatedNs)
            scale(advice, static_cast<double>(measured) / static_cast<double>(base.simulatedNs));
        setAdviceText(advice.summary);
        return advice;
    } catch (const InputError &error) {
        return nothingTried(error.what());
    } catch (const RunError &error) {
        return nothingTried(error.what());
    }
}

} // namespace streamscope
