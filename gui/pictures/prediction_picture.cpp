// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/prediction_picture.h"

#include "engine/formats/text/time_text.h"
#include "engine/run/named_run.h"
#include "gui/language/translated.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/text/translation.h"
#include "gui/workspace/text/run_text.h"

namespace streamscope {

std::vector<QString> predictionFacts(const Prediction &prediction)
{
    return {tr("predicted %1").arg(predictedText(prediction.makespanNs(), prediction.range)),
            tr("by the model %1 (%2)")
                .arg(QString::fromStdString(prediction.model.profile), translated(prediction.model.reason))};
}

PictureSource predictionPicture(const std::shared_ptr<const Prediction> &prediction)
{
    const NamedRun run = namedPrediction(prediction);
    std::vector<QString> facts = predictionFacts(*prediction);
    facts.push_back(tr("it was not run"));
    facts.push_back(tr("clock: %1").arg(clockNames(run.recording->timeline)));
    PictureSource source;
    source.title = run.title;
    source.facts = {facts, run.parameters};
    source.recording = run.recording;
    source.races = prediction->races;
    source.origin = RunOrigin::Predicted;
    return source;
}

} // namespace streamscope
