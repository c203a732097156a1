// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/bar_labels.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/scene/verification_marks.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/text/translation.h"

namespace streamscope {

namespace {

constexpr double minimumLabelledBar = 40; ///< pixels; below it a bar carries its sign at most

} // namespace

QString BarLabels::of(const SceneBar &bar, LaneKind lane, VerificationState verification, double room)
{
    return bar.waiting && !isWaitingItself(bar.kind)  ? waiting(bar, room)
           : bar.waiting && room < minimumLabelledBar ? QString()
                                                      : executing(bar, lane, verification, room);
}

QString BarLabels::whole(const TimelineContent &content, const SceneBar &bar, LaneKind lane,
                         VerificationState verification)
{
    const Timeline &timeline = content.timeline();
    const Span span = timeline.span(bar.span);
    if (bar.waiting && !isWaitingItself(bar.kind))
        return tr("waits %1").arg(timeText(span.waited()));
    const QString dot = QStringLiteral(" · ");
    const OperationKind kind = timeline.kinds()[bar.span];
    const std::string &full = timeline.name(timeline.nameIndices()[bar.span]);
    QString text = QString::fromStdString(kind == OperationKind::Kernel ? shortKernelName(full) : full);
    if (lane == LaneKind::Host && !isHostWork(kind) && kind != OperationKind::Sync)
        text = hostCallName(timeline, bar.span) + dot + text;
    else
        text = verificationSign(verification) + kindSign(kind) + QLatin1Char(' ') + text;
    const LaneInterval interval = intervalOn(lane, timeline, bar.span);
    return text + dot + timeText(interval.end - interval.begin);
}

QString BarLabels::fitted(const QString &whole, const SceneBar &bar, double room) const
{
    const QString dot = QStringLiteral(" · "), sign = kindSign(bar.kind);
    if (bar.waiting && (!isWaitingItself(bar.kind) || room < minimumLabelledBar))
        return room < minimumLabelledBar ? QString() : longestFitting({whole, tr("waits")}, room);
    const QString unlasting = whole.section(dot, 0, -2);
    const qsizetype signEnd = unlasting.indexOf(sign + QLatin1Char(' '));
    if (signEnd < 0 || signEnd > 1) // a call of the host, or without a sign
        return longestFitting({whole, unlasting, unlasting.section(dot, 0, 0), sign}, room);
    const QString name = unlasting.left(signEnd) + unlasting.mid(signEnd + sign.size() + 1);
    if (room < minimumLabelledBar)
        return longestFitting({name, unlasting.left(signEnd) + sign, unlasting.left(signEnd)}, room);
    const QString fitting = longestFitting({whole, unlasting, name}, room);
    return fitting.isEmpty() ? elided(measured(unlasting), room) : fitting;
}

QString BarLabels::waiting(const SceneBar &bar, double room)
{
    if (room < minimumLabelledBar)
        return {};
    const OwnSpan own = m_content.own(bar.span);
    const QString duration = timeText(own.timeline->span(own.span).waited());
    return longestFitting({tr("waits %1").arg(duration), tr("waits")}, room);
}

/// "cudaLaunchKernel · softmax · 4 µs": the call, then what it issues.
QString BarLabels::call(const OwnSpan &own, const Words &words, double room) const
{
    const QString dot = QStringLiteral(" · "), name = hostCallName(*own.timeline, own.span);
    const LaneInterval interval = intervalOn(LaneKind::Host, *own.timeline, own.span);
    const QString both = name + dot + words.name.text;
    return longestFitting({both + dot + timeText(interval.end - interval.begin), both, name, words.sign.text}, room);
}

QString BarLabels::executing(const SceneBar &bar, LaneKind lane, VerificationState verification, double room)
{
    const OwnSpan own = m_content.own(bar.span);
    const OperationKind kind = own.timeline->kinds()[own.span];
    if (lane == LaneKind::Host && !isHostWork(kind) && kind != OperationKind::Sync)
        return call(own, wordsOf(own, verification), room);
    const Words &words = wordsOf(own, verification);
    if (room < minimumLabelledBar)
        return words.name.width <= room   ? words.name.text
               : words.sign.width <= room ? words.sign.text
                                          : longestFitting({verificationSign(verification).trimmed()}, room);
    const bool signedFits = words.signedName.width <= room; // otherwise no longer text fits, either
    QString whole;
    if (signedFits) {
        const LaneInterval interval = intervalOn(lane, *own.timeline, own.span);
        whole = words.signedName.text + QStringLiteral(" · ") + timeText(interval.end - interval.begin);
    }
    if (const QString change = changeOf(bar, lane); !change.isEmpty())
        return withChange(words, whole, change, room);
    if (signedFits)
        return m_widths.of(whole) <= room ? whole : words.signedName.text;
    return words.name.width <= room ? words.name.text : elided(words.signedName, room);
}

/// @param whole empty where there is no room for it
QString BarLabels::withChange(const Words &words, const QString &whole, const QString &change, double room) const
{
    const QString dot = QStringLiteral(" · ");
    QString fitting;
    if (!whole.isEmpty())
        fitting = longestFitting({whole + dot + change, words.signedName.text + dot + change}, room);
    if (fitting.isEmpty())
        fitting = longestFitting({words.name.text + QLatin1Char(' ') + change,
                                  words.sign.text + QLatin1Char(' ') + change, change, words.name.text},
                                 room);
    return fitting.isEmpty() ? elided(words.signedName, room) : fitting;
}

/// In a comparison: the change of an operation of this run, or "only in baseline".
QString BarLabels::changeOf(const SceneBar &bar, LaneKind lane) const
{
    const ComparedRuns *compared = m_content.compared();
    if (!compared || lane == LaneKind::Host)
        return {};
    const ComparedOperation &operation = compared->operation(bar.span);
    return compared->sideOf(bar.span) == Side::B || !operation.b ? changeSign(operation) : QString();
}

/// As many letters as fit, and an ellipsis.
QString BarLabels::elided(const Text &text, double room) const
{
    const QString dots(QChar(0x2026));
    qsizetype fits = m_widths.lettersWithin(text.text, room - m_widths.of(dots));
    if (fits > 0 && text.text[fits - 1].isHighSurrogate())
        --fits;
    return fits < 2 ? QString() : text.text.left(fits) + dots;
}

QString BarLabels::longestFitting(std::initializer_list<QString> candidates, double room) const
{
    for (const QString &text : candidates) {
        if (m_widths.of(text) <= room)
            return text;
    }
    return {};
}

const BarLabels::Words &BarLabels::wordsOf(const OwnSpan &own, VerificationState verification)
{
    constexpr int kindBits = 8, stateBits = 8;
    const std::uint32_t nameIndex = own.timeline->nameIndices()[own.span];
    const OperationKind kind = own.timeline->kinds()[own.span];
    const std::uint64_t key = (std::uint64_t{nameIndex} << (kindBits + stateBits))
                              | (static_cast<std::uint64_t>(kind) << stateBits)
                              | static_cast<std::uint64_t>(verification);
    const auto [known, isNew] = m_words[own.timeline].try_emplace(key);
    if (isNew) {
        const QString unverified = verificationSign(verification);
        const QString sign = unverified + kindSign(kind);
        const std::string &whole = own.timeline->name(nameIndex);
        const QString name = QString::fromStdString(kind == OperationKind::Kernel ? shortKernelName(whole) : whole);
        known->second = {measured(unverified + name), measured(sign), measured(sign + QLatin1Char(' ') + name)};
    }
    return known->second;
}

} // namespace streamscope
