// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/remaining_bound.h"

#include "engine/analysis/bounds/work_bounds.h"
#include "engine/analysis/findings.h"
#include "engine/analysis/summary.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/formats/text/time_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace streamscope {

namespace {

/// What the busiest thread of a replay does itself: its work and its calls.
std::int64_t hostNsOf(const Program &program)
{
    std::vector<std::int64_t> threads(static_cast<std::size_t>(program.threadCount()), 0);
    for (const Operation &operation : program.operations) {
        std::int64_t &ns = threads[static_cast<std::size_t>(operation.thread)];
        if (!isUnknownWork(operation))
            ns += operation.kind == OperationKind::HostWork ? operation.durationNs
                                                            : std::max<std::int64_t>(operation.callNs, 0);
    }
    return *std::max_element(threads.begin(), threads.end());
}

/// "pin" of "pin:h2d pageable".
std::string idOf(const std::string &change)
{
    return change.substr(0, change.find_first_of(":="));
}

/// "a chain of 3 operations" of "a chain of 3 operations, one after the other".
std::string shortText(const std::string &limit)
{
    return limit.substr(0, limit.find(','));
}

std::string sequenceText(const AdviceSummary &summary)
{
    std::string text = timeText(summary.beforeNs).toStdString();
    for (const AdviceSummary::Step &step : summary.sequence)
        text += " → " + timeText(step.predictedNs).toStdString() + " (" + idOf(step.change) + ')';
    return text;
}

} // namespace

void setAdviceText(AdviceSummary &summary)
{
    const bool isKnown = !summary.limit.empty();
    const std::string share = shareText(summary.efficiency) + " of what " + summary.limit
                              + (summary.limit.ends_with("SMs") ? " allow." : " allows.");
    if (!summary.sequence.empty()) {
        summary.text = sequenceText(summary) + (isKnown ? ": then " + share : ".");
        return;
    }
    if (summary.tried == 0)
        summary.text = "Nothing in this run calls for another way to issue it";
    else
        summary.text = "None of " + std::to_string(summary.tried) + (summary.tried == 1 ? " change" : " changes")
                       + " that were tried wins 3 %";
    summary.text += isKnown ? ": it is at " + share : ".";
}

void setRemainingBound(AdviceSummary &summary, const WhatIfBase &base, std::int64_t ns)
{
    const Program *program = base.replay ? nullptr : base.program.get(); // a replay's buffers only stand in
    const Summary simulated = summarize(*base.recording, WorkBounds(*base.recording, program));
    std::int64_t boundNs = simulated.boundNs;
    if (simulated.boundBy != BoundBy::Nothing)
        summary.limit = shortText(limitText(simulated));
    if (const std::int64_t host = base.replay ? hostNsOf(*base.program) : 0; host > boundNs) {
        boundNs = host;
        summary.limit = "the host's own work";
    }
    // The bound is the model's; the summary is on the scale of what was measured.
    const double factor =
        base.simulatedNs > 0 ? static_cast<double>(base.beforeNs()) / static_cast<double>(base.simulatedNs) : 1;
    summary.boundNs = std::min<std::int64_t>(std::llround(static_cast<double>(boundNs) * factor), ns);
    summary.efficiency = ns > 0 ? static_cast<double>(summary.boundNs) / static_cast<double>(ns) : 0;
    setAdviceText(summary);
}

} // namespace streamscope
