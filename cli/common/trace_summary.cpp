// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/trace_summary.h"

#include "engine/analysis/definitions.h"
#include "engine/analysis/figure_list.h"
#include "engine/device/number_text.h"

#include <algorithm>

namespace streamscope {

namespace {

std::string lineOf(const ListedFigure &figure)
{
    std::string label = figure.label;
    label.resize(std::max<std::size_t>(label.size() + 2, 24), ' ');
    return "  " + label + figure.value;
}

} // namespace

std::vector<std::string> traceSummary(const RunResult &result)
{
    const FigureSpelling spelling{[](std::int64_t ns) { return millisecondsText(ns, 6); }, 40};
    std::vector<std::string> lines{result.import->source};
    for (const std::string &line : importLines(*result.import))
        lines.push_back(line);
    for (const auto &[device, figures] : result.analysis.devices) {
        lines.push_back("Device " + std::to_string(device));
        for (const ListedFigure &figure : listedFigures(figures, spelling))
            lines.push_back(lineOf(figure));
    }
    lines.push_back("Host");
    lines.push_back(lineOf(listedFigure(result.analysis.host, spelling)));
    for (const Finding &finding : result.analysis.findings) {
        lines.push_back(std::string(severityName(finding.severity)) + ": " + finding.text);
        if (!finding.suggestion.empty())
            lines.push_back("  -> " + finding.suggestion);
    }
    return lines;
}

std::string figuresHelp()
{
    std::string text = "Figures, in integer nanoseconds; \"union\" means that overlap counts once:\n";
    for (const FigureDefinition &definition : figureDefinitions())
        text += "  " + std::string(definition.key) + ": " + std::string(definition.text) + "\n";
    return text;
}

} // namespace streamscope
