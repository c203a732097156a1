// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/summaries.h"

#include "engine/analysis/steps/steps.h"

#include "cli/common/terminal_text.h"

#include "engine/analysis/definitions.h"
#include "engine/analysis/figure_list.h"
#include "engine/analysis/summary.h"
#include "engine/device/number_text.h"
#include "engine/timeline/statistics.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace streamscope {

namespace {

std::string lineOf(const ListedFigure &figure)
{
    return "  " + column(figure.label, 24, 2) + figure.value;
}

/// "--change pin: predicted 49.09 ms (-68.2 %), 47.6 ms to 51.6 ms".
std::string triedText(const Suggestion &suggestion)
{
    std::string text = "--change '" + suggestion.change + "': predicted " + millisecondsText(suggestion.predictedNs)
                       + " (-" + decimalText(suggestion.gain * 100, 1) + " %)";
    if (suggestion.range)
        text += ", " + millisecondsText(suggestion.range->lowNs) + " to " + millisecondsText(suggestion.range->highNs)
                + " in four cases of five";
    return text;
}

void addCode(const std::string &code, std::vector<std::string> &lines)
{
    std::istringstream text(code);
    for (std::string line; std::getline(text, line);)
        lines.push_back("     " + line);
}

/// Of the steps that are not advice for the run as it is.
void addCodeOfSteps(const RunAnalysis &analysis, std::vector<std::string> &lines)
{
    for (const AdviceSummary::Step &step : analysis.advice->sequence) {
        const bool known = std::ranges::any_of(
            analysis.findings, [&step](const Finding &finding) { return finding.suggestion.change == step.change; });
        if (known || step.code.empty())
            continue;
        lines.push_back("then --change '" + step.change + "':");
        addCode(step.code, lines);
    }
}

void addAdvice(const RunAnalysis &analysis, std::vector<std::string> &lines, bool withCode)
{
    if (analysis.advice)
        lines.push_back("advice: " + analysis.advice->text);
    for (const Finding &finding : analysis.findings) {
        lines.push_back(std::string(severityName(finding.severity)) + ": " + finding.text);
        const Suggestion &suggestion = finding.suggestion;
        if (!suggestion.text.empty())
            lines.push_back("  -> " + suggestion.text);
        if (suggestion.isTried())
            lines.push_back("     " + triedText(suggestion));
        if (withCode)
            addCode(suggestion.code, lines);
    }
    if (withCode && analysis.advice)
        addCodeOfSteps(analysis, lines);
}

/// ", quartiles 5.781 ms and 5.790 ms"; nothing where all runs took the same.
std::string quartiles(const Makespans &makespans)
{
    const Statistics s = statisticsOf(makespans.plain);
    if (s.minimum == s.maximum)
        return {};
    return ", quartiles " + millisecondsText(std::llround(s.firstQuartile)) + " and "
           + millisecondsText(std::llround(s.thirdQuartile));
}

std::string makespanLine(const RunResult &result)
{
    const Makespans &makespans = result.recording.makespans;
    return "makespan    " + millisecondsText(makespans.median()) + (isSimulated(result) ? " (model" : " (measured")
           + ", median of " + std::to_string(makespans.plain.size()) + " plain runs, minimum "
           + millisecondsText(makespans.minimum()) + quartiles(makespans) + "; instrumented "
           + millisecondsText(makespans.instrumented) + ")";
}

std::string rangeLine(const PredictionRange &range)
{
    return "range       " + millisecondsText(range.lowNs) + " to " + millisecondsText(range.highNs)
           + " (four measurements in five lie there, by this model's residuals)";
}

std::string boundLine(const Summary &summary)
{
    const bool known = summary.boundBy != BoundBy::Nothing;
    return "bound       " + millisecondsText(summary.boundNs) + (known ? " (" + limitText(summary) + ")" : "");
}

} // namespace

std::string deviceLine(const DeviceInfo &device)
{
    return device.name + (device.kind == DeviceKind::Simulated ? ", simulated (" : " (") + device.id + ")";
}

std::vector<std::string> runSummary(const RunResult &result)
{
    const Summary &summary = result.analysis.summary;
    const DeviceInfo &device = result.recording.device;
    std::vector<std::string> lines{
        result.request.experiment->title() + " on " + deviceLine(device),
        makespanLine(result),
        "serial      " + millisecondsText(summary.serialNs),
        boundLine(summary),
        "speed-up    " + decimalText(summary.speedup, 2),
        "efficiency  " + decimalText(summary.efficiency * 100, 0) + " %",
    };
    if (result.range)
        lines.insert(lines.begin() + 2, rangeLine(*result.range));
    if (const BlockRecords &blocks = result.recording.timeline.blocks(); !blocks.empty())
        lines.push_back("blocks      " + std::to_string(blocks.size()) + " on " + std::to_string(blocks.lanes().size())
                        + " SMs (clock: " + std::string(clockName(result.recording.timeline.blockClock())) + ")");
    if (!result.recording.verificationText.empty())
        lines.push_back("data        " + result.recording.verificationText);
    addAdvice(result.analysis, lines, false);
    for (const std::string &note : result.recording.notes)
        lines.push_back("note: " + note);
    return lines;
}

std::vector<std::string> traceSummary(const RunResult &result, bool withCode)
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
    if (const std::string steps = stepsText(findSteps(result.recording.timeline)); !steps.empty())
        lines.push_back(steps);
    addAdvice(result.analysis, lines, withCode);
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
