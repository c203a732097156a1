// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/remaining_bound.h"

#include "engine/analysis/bounds/work_bounds.h"
#include "engine/analysis/findings.h"
#include "engine/analysis/summary.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/text/phrase.h"

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

/// Each operation of a GPU is issued behind time of which nothing is known.
bool lacksCalls(const Program &program)
{
    std::size_t work = 0, unknown = 0;
    for (const Operation &operation : program.operations) {
        work += runsOnGpu(operation.kind) ? 1 : 0;
        unknown += isUnknownWork(operation) ? 1 : 0;
    }
    return work > 0 && unknown + 1 >= work;
}

/// "pin" of "pin:h2d pageable".
std::string idOf(const std::string &change)
{
    return change.substr(0, change.find_first_of(":="));
}

/// "a chain of 3 operations", without "one after the other".
std::string shortText(const Summary &summary)
{
    if (summary.boundBy != BoundBy::Chain || summary.boundChain.operations == 1)
        return limitText(summary);
    return Phrase("engine", "a chain of %1 operations").arg(summary.boundChain.operations);
}

std::string sequenceText(const AdviceSummary &summary)
{
    std::string text = timeText(summary.beforeNs).toStdString();
    for (const AdviceSummary::Step &step : summary.sequence)
        text += " → " + timeText(step.predictedNs).toStdString() + " (" + idOf(step.change) + ')';
    return text;
}

std::string uncertainText(const AdviceSummary &summary, const AdviceSummary::Step &step)
{
    return Phrase("engine",
                  "No change is sure to win 3 % (tried: %1). %2 may: %3 % are predicted, %4 to %5 in four cases "
                  "of five, against %6 now.")
        .arg(summary.tried, step.change, std::llround(100 * step.gain), timeText(step.range->lowNs).toStdString(),
             timeText(step.range->highNs).toStdString(), timeText(summary.beforeNs).toStdString());
}

/// Why there is no sequence.
std::string nothingText(const AdviceSummary &summary, const std::string &share)
{
    const bool isKnown = !share.empty();
    if (summary.lacksCalls)
        return QT_TRANSLATE_NOOP("engine",
                                 "The file lacks the calls that issued this work: no other way to issue it can "
                                 "be tried.");
    if (summary.tried == 0)
        return isKnown ? Phrase("engine", "Nothing in this run calls for another way to issue it: the run is at %1")
                             .arg(share)
                       : QT_TRANSLATE_NOOP("engine", "Nothing in this run calls for another way to issue it.");
    if (summary.uncertain)
        return uncertainText(summary, *summary.uncertain);
    if (summary.tried == 1)
        return isKnown
                   ? Phrase("engine", "The one change that was tried wins less than 3 %: the run is at %1").arg(share)
                   : QT_TRANSLATE_NOOP("engine", "The one change that was tried wins less than 3 %.");
    return isKnown ? Phrase("engine", "None of %1 changes that were tried wins 3 %: the run is at %2")
                         .arg(summary.tried, share)
                   : Phrase("engine", "None of %1 changes that were tried wins 3 %.").arg(summary.tried);
}

} // namespace

void setAdviceText(AdviceSummary &summary)
{
    std::string share;
    if (summary.limit.ends_with("SMs"))
        share = Phrase("engine", "%1 of what %2 allow.").arg(shareText(summary.efficiency), summary.limit);
    else if (!summary.limit.empty())
        share = Phrase("engine", "%1 of what %2 allows.").arg(shareText(summary.efficiency), summary.limit);
    if (summary.sequence.empty())
        summary.text = nothingText(summary, share);
    else
        summary.text = sequenceText(summary) + (share.empty() ? "." : ": " + Phrase("engine", "then %1").arg(share));
}

void setRemainingBound(AdviceSummary &summary, const WhatIfBase &base, std::int64_t ns)
{
    const Program *program = base.replay ? nullptr : base.program.get(); // a replay's buffers only stand in
    const Summary simulated = summarize(*base.recording, WorkBounds(*base.recording, program));
    std::int64_t boundNs = simulated.boundNs;
    if (simulated.boundBy != BoundBy::Nothing)
        summary.limit = shortText(simulated);
    if (const std::int64_t host = base.replay ? hostNsOf(*base.program) : 0; host > boundNs) {
        boundNs = host;
        summary.limit = base.clocks ? QT_TRANSLATE_NOOP("engine", "the clock that it keeps to")
                                    : QT_TRANSLATE_NOOP("engine", "the host's own work");
    }
    // The bound is the model's; the summary is on the scale of what was measured.
    const double factor =
        base.simulatedNs > 0 ? static_cast<double>(base.beforeNs()) / static_cast<double>(base.simulatedNs) : 1;
    summary.boundNs = std::min<std::int64_t>(std::llround(static_cast<double>(boundNs) * factor), ns);
    summary.lacksCalls = base.replay && lacksCalls(*base.program);
    summary.efficiency = ns > 0 ? static_cast<double>(summary.boundNs) / static_cast<double>(ns) : 0;
    setAdviceText(summary);
}

} // namespace streamscope
