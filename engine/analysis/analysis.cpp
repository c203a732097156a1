// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/analysis.h"

#include "engine/analysis/communication.h"
#include "engine/analysis/critical_path.h"
#include "engine/analysis/device_figures.h"
#include "engine/analysis/findings.h"
#include "engine/analysis/host_figures.h"
#include "engine/analysis/summary.h"

namespace streamscope {

const char *severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Hint:
        return "hint";
    case Severity::Warning:
        return "warning";
    case Severity::Problem:
        return "problem";
    }
    return "info";
}

const char *gapCauseName(GapCause cause)
{
    constexpr std::array<const char *, gapCauseCount> names{"host_late",   "queue_full",     "launch", "event_wait",
                                                            "engine_wait", "default_stream", "unknown"};
    return names[static_cast<std::size_t>(cause)];
}

RunAnalysis analyze(const Recording &recording, const Program *program)
{
    RunAnalysis analysis;
    const WorkBounds bounds(recording, program);
    analysis.summary = summarize(recording, bounds);
    analysis.devices = deviceFigures(recording.timeline, bounds);
    const RunDependencies dependencies(recording.timeline, program);
    const std::vector<bool> communicates = communicationNames(recording.timeline);
    for (auto &[device, figures] : analysis.devices)
        figures.criticalPath = criticalPath(recording.timeline, dependencies, device, communicates);
    analysis.host = hostFigures(recording.timeline);
    if (program)
        analysis.races = findRaces(*program);
    analysis.findings = findReasons({recording, program, analysis.summary, analysis.devices, analysis.races});
    return analysis;
}

} // namespace streamscope
