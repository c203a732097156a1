// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/explain/explanation_text.h"

#include "engine/analysis/summary.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

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
    const std::string name = shortened(timeline.name(span.name)), kind(kindName(span.kind));
    return name.empty() ? Phrase("engine", "operation %1 (%2)").arg(index, kind)
                        : Phrase("engine", "operation %1 (%2 '%3')").arg(index, kind, name);
}

/// What held a step: `before`, until a time.
std::string causeText(const Timeline &timeline, const ExplainedStep &step, const std::string &before,
                      const std::string &until)
{
    const Span span = timeline.span(step.span);
    switch (*step.heldBy) {
    case DependencyKind::Stream:
        return span.kind == OperationKind::Sync
                   ? Phrase("engine", "the host waited for %1, until %2").arg(before, until)
                   : Phrase("engine", "it waited in its stream for %1, until %2").arg(before, until);
    case DependencyKind::Event:
        return Phrase("engine", "it waited for an event behind %1, until %2").arg(before, until);
    case DependencyKind::Engine:
        return Phrase("engine", "it was ready, and %1 served %2, until %3").arg(engineText(span.engine), before, until);
    case DependencyKind::Host:
        return step.otherThread ? Phrase("engine", "its host thread came to it behind another thread's %1, until %2")
                                      .arg(before, until)
                                : Phrase("engine", "the host came to it behind %1, until %2").arg(before, until);
    }
    return {};
}

/// Without what held it.
std::string firstText(const Span &span)
{
    return span.issue != unknownTime
               ? Phrase("engine", "nothing held it; the host called it at %1").arg(millisecondsText(span.issue))
               : QT_TRANSLATE_NOOP("engine", "the data show nothing before it");
}

} // namespace

std::string stepText(const Timeline &timeline, const ExplainedStep &step, const ExplainedStep *before)
{
    const Span span = timeline.span(step.span);
    const bool waits = span.kind == OperationKind::Sync;
    const Phrase sentence = waits ? Phrase("engine", "%1 ended at %2: %3.") : Phrase("engine", "%1 started at %2: %3.");
    const std::string time = millisecondsText(waits ? span.end : span.start);
    if (!before)
        return sentence.arg(nameOf(timeline, step.span), time, firstText(span));
    std::string cause =
        causeText(timeline, step, nameOf(timeline, before->span), millisecondsText(timeline.ends()[before->span]));
    if (step.lateCallNs > 0)
        cause = Phrase("engine", "%1; the host called it %2 later").arg(cause, millisecondsText(step.lateCallNs));
    if (step.startingNs >= worthSayingNs && !waits)
        cause = Phrase("engine", "%1; starting took %2").arg(cause, millisecondsText(step.startingNs));
    return sentence.arg(nameOf(timeline, step.span), time, cause);
}

std::string issuedByText(const Timeline &timeline, std::uint32_t span)
{
    const HostOrigins &origins = timeline.origins();
    std::string text = origins.textNumber(span, OriginPart::Call) > 0 ? origins.text(span, OriginPart::Call) : "";
    const auto add = [&](OriginPart part, const Phrase &first, const Phrase &further) {
        if (origins.textNumber(span, part) > 0)
            text = text.empty() ? first.arg(origins.text(span, part)) : further.arg(text, origins.text(span, part));
    };
    add(OriginPart::Operator, Phrase("engine", "in the operators %1"), Phrase("engine", "%1, in the operators %2"));
    add(OriginPart::Range, Phrase("engine", "in the ranges '%1'"), Phrase("engine", "%1, in the ranges '%2'"));
    add(OriginPart::Module, Phrase("engine", "in the modules %1"), Phrase("engine", "%1, in the modules %2"));
    add(OriginPart::Stack, Phrase("engine", "called from %1"), Phrase("engine", "%1, called from %2"));
    return text.empty() ? text : Phrase("engine", "It was issued by %1.").arg(text);
}

std::vector<std::string> explanationLines(const Explanation &explanation, std::size_t most)
{
    std::vector<std::string> lines;
    for (const ExplainedStep &step : explanation.chain) {
        if (lines.size() == most) {
            lines.push_back(
                Phrase("engine", "%1 more steps back to the start of the run.").arg(explanation.chain.size() - most));
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
