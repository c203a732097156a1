// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/named_run.h"

#include "gui/timeline/text/translation.h"
#include "gui/workspace/run_text.h"

#include <algorithm>

namespace streamscope {

namespace {

bool onlyModelled(const Timeline &timeline)
{
    return !timeline.empty() && std::all_of(timeline.clocks().begin(), timeline.clocks().end(), [](Clock clock) {
        return clock == Clock::Model;
    });
}

} // namespace

NamedRun namedRun(const std::shared_ptr<const RunResult> &result)
{
    NamedRun run;
    run.title = runTitle(*result);
    run.when = finishedText(*result);
    run.parameters = parameterTexts(result->request.parameters);
    run.recording = std::shared_ptr<const Recording>(result, &result->recording);
    if (!result->import)
        run.program = std::shared_ptr<const Program>(result, &result->program);
    run.origin = isSimulated(*result) || onlyModelled(result->recording.timeline) ? RunOrigin::Simulated
                 : result->import                                                 ? RunOrigin::Imported
                                                                                  : RunOrigin::Measured;
    return run;
}

NamedRun namedPrediction(const std::shared_ptr<const Prediction> &prediction)
{
    NamedRun run;
    const std::string title = prediction->program.title.empty() && prediction->experiment
                                  ? prediction->experiment->title()
                                  : prediction->program.title;
    run.title = tr("%1, as the model %2 has it")
                    .arg(QString::fromStdString(title), QString::fromStdString(prediction->model.profile));
    run.origin = RunOrigin::Predicted;
    run.parameters = parameterTexts(prediction->parameters);
    run.recording = std::shared_ptr<const Recording>(prediction, &prediction->recording);
    run.program = std::shared_ptr<const Program>(prediction, &prediction->program);
    return run;
}

} // namespace streamscope
