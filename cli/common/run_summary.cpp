// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/run_summary.h"

#include "engine/device/number_text.h"
#include "engine/timeline/statistics.h"

#include <cmath>

namespace streamscope {

namespace {

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
    const bool simulated = result.recording.device.kind == DeviceKind::Simulated;
    return "makespan    " + millisecondsText(makespans.median()) + (simulated ? " (model" : " (measured")
           + ", median of " + std::to_string(makespans.plain.size()) + " plain runs, minimum "
           + millisecondsText(makespans.minimum()) + quartiles(makespans) + "; instrumented "
           + millisecondsText(makespans.instrumented) + ")";
}

std::string boundLine(const Summary &summary)
{
    return "bound       " + millisecondsText(summary.boundNs)
           + " (busiest engine: " + std::string(engineName(summary.boundEngine)) + ")";
}

} // namespace

std::vector<std::string> runSummary(const RunResult &result)
{
    const Summary &summary = result.analysis.summary;
    const DeviceInfo &device = result.recording.device;
    std::vector<std::string> lines{
        result.request.experiment->title() + " on " + device.name
            + (device.kind == DeviceKind::Simulated ? ", simulated (" : " (") + device.id + ")",
        makespanLine(result),
        "serial      " + millisecondsText(summary.serialNs),
        boundLine(summary),
        "speed-up    " + decimalText(summary.speedup, 2),
        "efficiency  " + decimalText(summary.efficiency * 100, 0) + " %",
    };
    if (const BlockRecords &blocks = result.recording.timeline.blocks(); !blocks.empty())
        lines.push_back("blocks      " + std::to_string(blocks.size()) + " on " + std::to_string(blocks.lanes().size())
                        + " SMs (clock: " + std::string(clockName(result.recording.timeline.blockClock())) + ")");
    if (!result.recording.verificationText.empty())
        lines.push_back("data        " + result.recording.verificationText);
    for (const Finding &finding : result.analysis.findings) {
        lines.push_back(std::string(severityName(finding.severity)) + ": " + finding.text);
        if (!finding.suggestion.empty())
            lines.push_back("  -> " + finding.suggestion);
    }
    for (const std::string &note : result.recording.notes)
        lines.push_back("note: " + note);
    return lines;
}

} // namespace streamscope
