// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/named_run.h"

#include <QFileInfo>

#include <algorithm>

namespace streamscope {

namespace {

bool onlyModelled(const Timeline &timeline)
{
    return !timeline.empty() && std::all_of(timeline.clocks().begin(), timeline.clocks().end(), [](Clock clock) {
        return clock == Clock::Model;
    });
}

/// Every knob with its value, as the command line spells them.
std::vector<QString> parameterTexts(const Parameters &parameters)
{
    std::vector<QString> texts;
    for (const ParameterSpec &spec : parameters.specs())
        texts.push_back(QString::fromStdString(spec.name + ' ' + valueText(spec, parameters.value(spec.name))));
    return texts;
}

} // namespace

std::vector<QString> differingParameters(const NamedRun &run, const NamedRun &other)
{
    std::vector<QString> differing;
    for (const QString &text : run.parameters)
        if (std::find(other.parameters.begin(), other.parameters.end(), text) == other.parameters.end())
            differing.push_back(text);
    return differing;
}

QString foldTitle(const Timeline &timeline)
{
    if (!timeline.fold()) // files of operations keep the clock alone
        return !timeline.empty() && timeline.clocks()[0] == Clock::Median ? QStringLiteral("Median of several steps")
                                                                          : QString();
    const QString text = QString::fromStdString(timeline.fold()->text());
    return text.left(1).toUpper() + text.mid(1);
}

QString runTitle(const RunResult &result)
{
    if (!result.program.title.empty())
        return QString::fromStdString(result.program.title);
    if (result.import) { // without its folder, which is private
        const QString file = QFileInfo(QString::fromStdString(result.import->source)).fileName();
        const QString fold = foldTitle(result.recording.timeline);
        return fold.isEmpty() ? file : fold + QStringLiteral(" · ") + file;
    }
    return result.request.experiment ? QString::fromStdString(result.request.experiment->title())
                                     : QStringLiteral("Timeline");
}

NamedRun namedRun(const std::shared_ptr<const RunResult> &result)
{
    NamedRun run;
    run.title = runTitle(*result);
    run.finishedAt = result->finishedAt;
    run.parameters = parameterTexts(result->request.parameters);
    run.recording = std::shared_ptr<const Recording>(result, &result->recording);
    if (!result->import)
        run.program = std::shared_ptr<const Program>(result, &result->program);
    run.origin = !foldTitle(result->recording.timeline).isEmpty()                   ? RunOrigin::Folded
                 : isSimulated(*result) || onlyModelled(result->recording.timeline) ? RunOrigin::Simulated
                 : result->import                                                   ? RunOrigin::Imported
                                                                                    : RunOrigin::Measured;
    return run;
}

NamedRun namedPrediction(const std::shared_ptr<const Prediction> &prediction)
{
    NamedRun run;
    const std::string title = prediction->program.title.empty() && prediction->experiment
                                  ? prediction->experiment->title()
                                  : prediction->program.title;
    run.title = QStringLiteral("%1, as the model %2 has it")
                    .arg(QString::fromStdString(title), QString::fromStdString(prediction->model.profile));
    run.origin = RunOrigin::Predicted;
    run.parameters = parameterTexts(prediction->parameters);
    run.recording = std::shared_ptr<const Recording>(prediction, &prediction->recording);
    run.program = std::shared_ptr<const Program>(prediction, &prediction->program);
    return run;
}

} // namespace streamscope
