// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/what_if/what_if_text.h"

#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/translation.h"
#include "gui/workspace/text/command_line_text.h"

#include <cmath>

namespace streamscope {

namespace {

/// A share as percent with a sign: whole from 10 % on, else with one decimal. Empty where it rounds to nothing.
QString signedPercent(double share)
{
    const double percent = share * 100;
    const int decimals = std::abs(percent) >= 9.95 ? 0 : 1;
    if (std::abs(percent) < 0.05)
        return {};
    return QStringLiteral("%1%2 %").arg(percent < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                                        QString::number(std::abs(percent), 'f', decimals));
}

QString startText(const WhatIfBase &base)
{
    if (!base.replay)
        return tr("%1 without changes, predicted on %2")
            .arg(timeText(base.simulatedNs), QString::fromStdString(base.device));
    const QString error = signedPercent(base.replay->replay->error());
    return tr("%1 measured; replayed on %2: %3")
        .arg(timeText(*base.measuredNs()), QString::fromStdString(base.device),
             error.isEmpty() ? tr("the same time") : tr("%1 off").arg(error));
}

/// From where the gain counts. A time without its pauses is not what was measured.
QString beforeText(const WhatIfBase &base)
{
    if (!base.replay)
        return tr("%1 unchanged").arg(timeText(base.beforeNs()));
    const QString measured = tr("%1 measured").arg(timeText(*base.measuredNs()));
    return base.pauses.empty() ? measured : tr("%1, %2 without pauses").arg(measured, timeText(base.beforeNs()));
}

} // namespace

QString gainText(double gain)
{
    const QString text = signedPercent(-gain);
    return text.isEmpty() ? tr("no gain") : text;
}

QString trialText(const WhatIfTrial &trial)
{
    const WhatIfBase &base = trial.start->base;
    if (!trial.result)
        return startText(base);
    const WhatIf &result = *trial.result;
    QString text =
        tr("%1 → %2 predicted (%3)").arg(beforeText(base), timeText(result.predictedNs), gainText(result.gain(base)));
    if (result.range)
        text +=
            tr(", %1 in four cases of five").arg(translated(timeRangeText(result.range->lowNs, result.range->highNs)));
    if (result.device != base.device)
        text += tr(", on %1").arg(QString::fromStdString(result.device));
    return text;
}

QStringList trialNotes(const WhatIfTrial &trial)
{
    QStringList notes;
    if (trial.result && trial.result->withoutProfilerNs)
        notes << tr("Without the profiler: %1.").arg(timeText(*trial.result->withoutProfilerNs));
    const std::optional<ReplayedRun> &replay = trial.start->base.replay;
    // A result's notes begin with those of the replay.
    for (const std::string &note : trial.result ? trial.result->notes
                                   : replay     ? replayNotes(*replay)
                                                : std::vector<std::string>())
        notes << translated(note);
    return notes;
}

QString changeHelp(const Change &change)
{
    return translated(change.summary()) + QLatin1Char('\n') + tr("Assumes: %1").arg(translated(change.assumes()));
}

QString valuesText(const RequestedChange &request)
{
    QStringList parts;
    for (const ParameterSpec &spec : request.values.specs()) {
        const ParameterValue &value = request.values.value(spec.name);
        const QString text = QString::fromStdString(valueText(spec, value));
        if (spec.name == request.change->id())
            parts << text;
        else if (value != spec.defaultValue)
            parts << QString::fromStdString(spec.name) + QLatin1Char(' ') + text;
    }
    return parts.join(QStringLiteral(", "));
}

QString whatIfRangeText(TimeRange range)
{
    return range == TimeRange() ? QString()
                                : tr("Only %1 to %2 of the trace").arg(timeText(range.begin), timeText(range.end));
}

QString whatIfCommand(const QString &target, TimeRange range, const std::vector<ListedChange> &changes)
{
    QString command = QStringLiteral("streamscope whatif ") + target;
    if (range != TimeRange())
        command += QStringLiteral(" --range %1ns:%2ns").arg(range.begin).arg(range.end);
    for (const ListedChange &change : changes)
        if (change.isOn)
            command += QStringLiteral(" --change ") + shellQuoted(QString::fromStdString(change.request.text()));
    return command;
}

} // namespace streamscope
