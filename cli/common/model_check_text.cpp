// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/model_check_text.h"

#include "engine/device/number_text.h"
#include "engine/run/model_check/check_figures.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace streamscope {

namespace {

constexpr std::size_t nameWidth = 24, countWidth = 5, shareWidth = 10;

std::string leftAligned(std::string text, std::size_t width)
{
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

std::string percentColumn(double share)
{
    return rightAligned(decimalText(share * 100, 2) + " %", shareWidth);
}

std::string worstText(const CheckFigures &figures)
{
    if (!figures.worst)
        return {};
    const CheckedConfiguration &worst = *figures.worst;
    const std::string settings = settingsText(worst.measured.parameters, false);
    return rightAligned(signedDecimalText(worst.error() * 100, 2) + " %", shareWidth) + "  "
           + (figures.experiment.empty() ? worst.measured.experiment->id() + " " : std::string())
           + (settings.empty() ? "defaults" : settings);
}

std::string figuresLine(const std::string &name, const CheckFigures &figures)
{
    return leftAligned(name, nameWidth) + rightAligned(std::to_string(figures.count), countWidth)
           + percentColumn(figures.medianError) + percentColumn(figures.p95Error)
           + (figures.insideShare ? rightAligned(decimalText(*figures.insideShare * 100, 0) + " %", shareWidth)
                                  : rightAligned("-", shareWidth))
           + worstText(figures);
}

/// A profile knows one host, and hosts differ more than GPUs.
std::string hostPaceText(const HostPace &pace)
{
    constexpr double alike = 0.05;
    const std::string text = "host: where its calls decide (" + std::to_string(pace.count)
                             + " configurations) runs took " + decimalText(pace.factor, 2)
                             + " times as long as predicted in the median";
    return std::abs(pace.factor - 1) <= alike ? text : text + "; `streamscope calibrate` measures it";
}

/// One line for each experiment, with the first reason: they are mostly alike.
void addSkipped(const std::vector<ModelCheckSkip> &skipped, std::vector<std::string> &lines)
{
    for (auto skip = skipped.begin(); skip != skipped.end();) {
        const auto next = std::find_if(
            skip, skipped.end(), [&](const ModelCheckSkip &other) { return other.experiment != skip->experiment; });
        const auto count = std::distance(skip, next);
        lines.push_back("skipped " + skip->experiment
                        + (count > 1 ? ", " + std::to_string(count) + " configurations; the first: " : ": ")
                        + skip->reason);
        skip = next;
    }
}

} // namespace

std::vector<std::string> modelCheckLines(const ModelCheck &check)
{
    std::vector<std::string> lines{leftAligned("experiment", nameWidth) + rightAligned("n", countWidth)
                                   + rightAligned("median", shareWidth) + rightAligned("p95", shareWidth)
                                   + rightAligned("in range", shareWidth) + rightAligned("worst", shareWidth)
                                   + "  of the configuration"};
    for (const CheckFigures &figures : figuresOf(check))
        lines.push_back(figuresLine(figures.experiment.empty() ? "all" : figures.experiment, figures));
    if (const auto pageable = pageableFiguresOf(check))
        lines.push_back(figuresLine("of these, pageable", *pageable));
    if (const auto steady = steadyFiguresOf(check))
        lines.push_back(figuresLine("of these, steady", *steady));
    if (const auto pace = hostPaceOf(check))
        lines.push_back(hostPaceText(*pace));
    addSkipped(check.skipped, lines);
    return lines;
}

} // namespace streamscope
