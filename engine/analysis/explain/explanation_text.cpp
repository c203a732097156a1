// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/explain/explanation_text.h"

#include "engine/analysis/summary.h"
#include "engine/device/number_text.h"

#include <string_view>

namespace streamscope {

namespace {

constexpr std::int64_t worthSayingNs = 1'000; // less is the usual distance between two operations

/// Names of templates fill a screen.
std::string shortened(std::string_view name)
{
    constexpr std::size_t most = 60;
    if (name.size() <= most)
        return std::string(name);
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) // inside a character
        --end;
    return std::string(name.substr(0, end)) + "…";
}

std::string nameOf(const Timeline &timeline, std::uint32_t index)
{
    const Span span = timeline.span(index);
    const std::string name = shortened(timeline.name(span.name));
    return "operation " + std::to_string(index) + " (" + std::string(kindName(span.kind))
           + (name.empty() ? "" : " '" + name + "'") + ')';
}

/// "its stream was busy with", before the name of the step that held it.
std::string causeText(const Timeline &timeline, const ExplainedStep &step)
{
    const Span span = timeline.span(step.span);
    switch (*step.heldBy) {
    case DependencyKind::Stream:
        return span.kind == OperationKind::Sync ? "the host waited for " : "it waited in its stream for ";
    case DependencyKind::Event:
        return "it waited for an event behind ";
    case DependencyKind::Engine:
        return std::string("it was ready, and ") + engineText(span.engine) + " served ";
    case DependencyKind::Host:
        return step.otherThread ? "its host thread came to it behind another thread's " : "the host came to it behind ";
    }
    return {};
}

} // namespace

std::string stepText(const Timeline &timeline, const ExplainedStep &step, const ExplainedStep *before)
{
    const Span span = timeline.span(step.span);
    const bool waits = span.kind == OperationKind::Sync;
    std::string text = nameOf(timeline, step.span) + (waits ? " ended at " : " started at ")
                       + millisecondsText(waits ? span.end : span.start) + ": ";
    if (!before)
        return text
               + (span.issue != unknownTime
                      ? "nothing held it; the host called it at " + millisecondsText(span.issue) + '.'
                      : "the data show nothing before it.");
    text += causeText(timeline, step) + nameOf(timeline, before->span) + ", until "
            + millisecondsText(timeline.ends()[before->span]);
    if (step.lateCallNs > 0)
        text += "; the host called it " + millisecondsText(step.lateCallNs) + " later";
    if (step.startingNs >= worthSayingNs && !waits)
        text += "; starting took " + millisecondsText(step.startingNs);
    return text + '.';
}

std::string issuedByText(const Timeline &timeline, std::uint32_t span)
{
    const HostOrigins &origins = timeline.origins();
    std::string text;
    const auto add = [&](OriginPart part, std::string_view before, std::string_view behind = {}) {
        if (origins.textNumber(span, part) > 0)
            text += (text.empty() ? "" : ", ") + std::string(before) + origins.text(span, part) + std::string(behind);
    };
    add(OriginPart::Call, "");
    add(OriginPart::Operator, "in the operators ");
    add(OriginPart::Range, "in the ranges '", "'");
    add(OriginPart::Module, "in the modules ");
    add(OriginPart::Stack, "called from ");
    return text.empty() ? text : "It was issued by " + text + '.';
}

std::vector<std::string> explanationLines(const Explanation &explanation, std::size_t most)
{
    std::vector<std::string> lines;
    for (const ExplainedStep &step : explanation.chain) {
        if (lines.size() == most) {
            lines.push_back(std::to_string(explanation.chain.size() - most)
                            + " more steps back to the start of the run.");
            break;
        }
        lines.push_back(step.text);
        if (lines.size() == 1 && !explanation.issuedBy.empty())
            lines.push_back(explanation.issuedBy);
    }
    lines.push_back(explanation.slackText);
    return lines;
}

} // namespace streamscope
