// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparison_picture.h"

#include "engine/formats/reports/comparison_report.h"
#include "engine/formats/reports/comparison_words.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>

namespace streamscope {

namespace {

/// The heading goes with the first of them.
std::vector<QString> headed(const QString &heading, std::vector<QString> texts)
{
    if (!texts.empty())
        texts.front().prepend(heading + QStringLiteral(": "));
    return texts;
}

} // namespace

PictureSource comparisonPicture(const std::shared_ptr<const ComparedRuns> &compared)
{
    PictureSource source;
    source.title = tr("Baseline and this run on one axis");
    source.compared = compared;
    QStringList lines = comparisonLines(*compared->comparison);
    std::transform(lines.begin(), lines.end(), lines.begin(), [](const QString &line) { return translated(line); });
    source.facts.emplace_back(lines.begin(), lines.end());
    const auto &[a, b] = compared->runs;
    const std::vector<QString> ofA = differingParameters(a, b), ofB = differingParameters(b, a);
    std::vector<QString> common = a.parameters;
    std::erase_if(common, [&ofA](const QString &text) { return std::find(ofA.begin(), ofA.end(), text) != ofA.end(); });
    std::vector<QString> parameters = headed(tr("baseline"), ofA);
    for (const auto &more : {headed(tr("this run"), ofB), headed(tr("both"), common)})
        parameters.insert(parameters.end(), more.begin(), more.end());
    source.facts.push_back(parameters);
    if (compared->scale == ComparisonScale::Normalised)
        source.facts.push_back(
            {tr("each run is drawn from 0 to 100 % of its own time; times in words are as they were")});
    return source;
}

} // namespace streamscope
