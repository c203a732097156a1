// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/shown.h"

#include "engine/run/named_run.h"

namespace streamscope {

std::shared_ptr<const Recording> Shown::recording() const
{
    if (drawn == Drawn::Run)
        return {result, &result->recording};
    if (drawn == Drawn::Prediction)
        return {prediction, &prediction->recording};
    return nullptr;
}

std::shared_ptr<const Program> Shown::program() const
{
    return drawn == Drawn::Run && !isTrace() ? std::shared_ptr<const Program>(result, &result->program) : nullptr;
}

std::vector<Race> Shown::races() const
{
    if (drawn == Drawn::Run)
        return result->analysis.races;
    return drawn == Drawn::Prediction ? prediction->races : std::vector<Race>();
}

std::optional<NamedRun> Shown::run() const
{
    if (drawn == Drawn::Run)
        return namedRun(result);
    return drawn == Drawn::Prediction ? std::optional(namedPrediction(prediction)) : std::nullopt;
}

bool isCurrent(const RunResult &result, const Preset &preset, const DeviceInfo *device)
{
    return result.request.experiment == preset.experiment && result.request.parameters == preset.parameters
           && (!device || device->id == result.recording.device.id);
}

bool isCurrent(const Prediction &prediction, const Preset &preset, const DeviceInfo *device)
{
    return prediction.experiment == preset.experiment && prediction.parameters == preset.parameters && device
           && device->id == prediction.device;
}

namespace {

bool isOutdated(const ShownState &state, const RunResult &result)
{
    return !result.import // no knob leads to a trace
           && (!isCurrent(result, state.preset, state.device) || (state.recordsBlocks && !result.request.blocks));
}

/// Only over a measurement of the same values; over a simulation it would equal the bars.
bool liesBeside(const ShownState &state)
{
    const Recording &run = state.result->recording;
    return state.predicts && state.prediction && run.device.kind != DeviceKind::Simulated
           && isCurrent(*state.result, state.preset, state.device)
           && isCurrent(*state.prediction, state.preset, state.device)
           && state.prediction->recording.timeline.size() == run.timeline.size();
}

Shown shownTrace(const std::shared_ptr<const RunResult> &trace)
{
    Shown shown;
    shown.name = runTitle(*trace);
    shown.drawn = Shown::Drawn::Run;
    shown.result = trace;
    return shown;
}

} // namespace

Shown shownOf(const ShownState &state)
{
    if (state.comparison) {
        Shown shown = state.comparedRun;
        shown.comparison = state.comparison;
        if (shown.isPredictionBeside())
            shown.prediction.reset(); // the other run has its place
        shown.isOutdated = shown.result && isOutdated(state, *shown.result);
        return shown;
    }
    if (state.trace)
        return shownTrace(state.trace);
    Shown shown;
    shown.name = state.name;
    shown.result = state.result;
    shown.isOutdated = state.result && isOutdated(state, *state.result);
    const bool mayPredict = state.predicts && state.prediction;
    if (state.result && (!mayPredict || isCurrent(*state.result, state.preset, state.device))) {
        shown.drawn = Shown::Drawn::Run;
        if (liesBeside(state))
            shown.prediction = state.prediction;
    } else if (mayPredict) {
        shown.drawn = Shown::Drawn::Prediction;
        shown.prediction = state.prediction;
        shown.former = std::move(shown.result);
        shown.result.reset();
    }
    return shown;
}

} // namespace streamscope
