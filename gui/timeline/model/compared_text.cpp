// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/compared_text.h"

#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/translation.h"

#include <QStringList>

#include <array>
#include <cstdlib>
#include <utility>

namespace streamscope {

QString originTitle(RunOrigin origin)
{
    constexpr std::array titles{QT_TRANSLATE_NOOP("streamscope", "Measured"),
                                QT_TRANSLATE_NOOP("streamscope", "Simulated"),
                                QT_TRANSLATE_NOOP("streamscope", "Predicted"),
                                QT_TRANSLATE_NOOP("streamscope", "Imported"), QT_TRANSLATE_NOOP("streamscope", "Fold")};
    return tr(titles[static_cast<std::size_t>(origin)]);
}

QString clockNames(const Timeline &timeline)
{
    std::array<bool, clockCount> seen{};
    QStringList names;
    const auto add = [&](Clock clock) {
        if (!std::exchange(seen[static_cast<std::size_t>(clock)], true))
            names << QString::fromUtf8(clockName(clock));
    };
    for (const Clock clock : timeline.clocks())
        add(clock);
    if (!timeline.blocks().empty())
        add(timeline.blockClock());
    return names.join(QStringLiteral(", "));
}

QString finishedText(const NamedRun &run)
{
    if (!run.finishedAt)
        return {};
    const QString time = localTime(*run.finishedAt).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    return run.program ? time : tr("opened %1").arg(time);
}

QDateTime localTime(std::chrono::system_clock::time_point time)
{
    using std::chrono::milliseconds;
    return QDateTime::fromMSecsSinceEpoch(std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count());
}

QString runFacts(const NamedRun &run)
{
    const DeviceInfo &device = run.recording->device;
    QStringList facts{tr("%1 (%2)").arg(QString::fromStdString(device.name), QString::fromStdString(device.id))};
    if (const QString clocks = clockNames(run.recording->timeline); !clocks.isEmpty())
        facts << tr("clock: %1").arg(clocks);
    if (run.finishedAt)
        facts << finishedText(run);
    return facts.join(QStringLiteral("  ·  "));
}

QString sideKey(Side side)
{
    return side == Side::A ? QStringLiteral("A") : QStringLiteral("B");
}

QString changeSign(const ComparedOperation &operation)
{
    return changeSign(changeOf(operation), operation.durationA, operation.durationB);
}

QString changeSign(LengthChange change, std::int64_t inA, std::int64_t inB)
{
    switch (change) {
    case LengthChange::OnlyA:
        return translated(onlyInText(Side::A));
    case LengthChange::OnlyB:
        return translated(onlyInText(Side::B));
    case LengthChange::Unrecorded:
        return tr("the other run does not record it");
    case LengthChange::Same:
        return QStringLiteral("=");
    case LengthChange::Longer:
    case LengthChange::Shorter:
        break;
    }
    const QString text = translated(changeText(inA, inB));
    return (change == LengthChange::Longer ? QStringLiteral("▲") : QStringLiteral("▼"))
           + (text.isEmpty() ? text : QLatin1Char(' ') + text);
}

QString signedTimeText(std::int64_t ns)
{
    const QString length = timeText(std::abs(ns));
    return ns == 0 ? length : (ns > 0 ? QStringLiteral("+") : QStringLiteral("−")) + length;
}

std::vector<SpanFact> counterpartFacts(const ComparedRuns &compared, std::uint32_t span)
{
    const ComparedOperation &operation = compared.operation(span);
    const bool isA = compared.sideOf(span) == Side::A;
    const QString other = tr("In %1").arg(translated(sideName(isA ? Side::B : Side::A)));
    if (operation.isUnrecorded)
        return {{other, tr("a trace, which does not record this as an operation")}};
    if (!operation.a || !operation.b)
        return {{other, tr("no operation of this kind and name is left to match it")}};
    return {{other, exactTimeText(isA ? operation.durationB : operation.durationA)},
            {tr("Change"), signedTimeText(operation.longerNs()) + QStringLiteral("  ") + changeSign(operation)},
            {tr("Start"), operation.laterNs() == 0 ? tr("at the same time of both runs")
                          : operation.laterNs() > 0
                              ? tr("%1 later in this run").arg(timeText(operation.laterNs()))
                              : tr("%1 earlier in this run").arg(timeText(-operation.laterNs()))}};
}

QString sideHtml(const ComparedRuns &compared, Side side)
{
    const NamedRun &run = compared.run(side);
    return tr("<p><b>%1</b>, %2: %3</p>")
        .arg(translated(sideTitle(side)), originTitle(run.origin).toHtmlEscaped(), run.title.toHtmlEscaped());
}

std::vector<SpanFact> mergedFacts(const DifferenceSum &merged, Side side)
{
    std::vector<SpanFact> facts;
    if (merged.matched > 0) {
        const QString count = QString::number(merged.matched);
        facts = {
            {tr("%1 matched here, in %2").arg(count, translated(sideName(Side::A))), exactTimeText(merged.ofA)},
            {tr("%1 matched here, in %2").arg(count, translated(sideName(Side::B))), exactTimeText(merged.ofB)},
            {tr("Change of all"), signedTimeText(merged.longerNs()) + QStringLiteral("  ") + changeSign(merged, side)}};
    }
    if (merged.unmatched > 0)
        facts.emplace_back(tr("%1, here").arg(translated(onlyInText(side))), QString::number(merged.unmatched));
    return facts;
}

QString comparedToolTip(const ComparedRuns &compared, std::uint32_t span, std::uint32_t mergedCount,
                        const DifferenceSum &merged)
{
    const OwnSpan own = compared.own(span);
    std::vector<SpanFact> facts = counterpartFacts(compared, span);
    if (merged.count() > 1)
        for (const SpanFact &fact : mergedFacts(merged, compared.sideOf(span)))
            facts.push_back(fact);
    return sideHtml(compared, compared.sideOf(span)) + spanToolTip(*own.timeline, own.span, mergedCount)
           + factsHtml(facts);
}

} // namespace streamscope
