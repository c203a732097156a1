// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/time_text.h"
#include "engine/run/what_if/what_if.h"

#include <QJsonArray>

#include <cmath>

namespace streamscope {

namespace {

QJsonValue inMicroseconds(std::optional<std::int64_t> ns)
{
    return ns ? QJsonValue(static_cast<double>(*ns) / 1e3) : QJsonValue();
}

double gainOf(const WhatIfBase &base, std::int64_t ns)
{
    const auto before = static_cast<double>(base.beforeNs());
    return before <= 0 ? 0 : 1 - static_cast<double>(ns) / before;
}

double percent(double share)
{
    return std::round(share * 1e4) / 100;
}

QString gainText(double gain)
{
    const double shown = std::round(gain * 1e3) / 10;
    if (shown == 0)
        return QStringLiteral("no gain");
    return shown > 0 ? QStringLiteral("−%1 %").arg(shown) : QStringLiteral("+%1 %").arg(-shown);
}

QJsonArray textArray(const std::vector<std::string> &texts)
{
    QJsonArray array;
    for (const std::string &text : texts)
        array.append(QString::fromStdString(text));
    return array;
}

std::vector<std::string> allNotes(const WhatIf &result)
{
    std::vector<std::string> notes = result.notes;
    for (const TriedChange &tried : result.changes)
        for (const std::string &note : tried.notes)
            notes.push_back(tried.request.text() + ": " + note);
    return notes;
}

} // namespace

QJsonObject whatIfJson(const WhatIfBase &base, const WhatIf &result)
{
    QJsonArray changes;
    for (const TriedChange &tried : result.changes)
        changes.append(QJsonObject{{QStringLiteral("change"), QString::fromStdString(tried.request.text())},
                                   {QStringLiteral("operations"), static_cast<qint64>(tried.touched)},
                                   {QStringLiteral("predicted_us"), inMicroseconds(tried.predictedNs)},
                                   {QStringLiteral("gain_percent"), percent(gainOf(base, tried.predictedNs))}});
    QJsonObject object{{QStringLiteral("format"), QStringLiteral("streamscope-whatif")},
                       {QStringLiteral("version"), 1},
                       {QStringLiteral("model"), QString::fromStdString(result.device)},
                       {QStringLiteral("measured_us"), inMicroseconds(base.measuredNs())},
                       {QStringLiteral("replayed_us"),
                        inMicroseconds(base.replay ? base.replay->replay->replayedNs : base.simulatedNs)},
                       {QStringLiteral("replay_error_percent"),
                        base.replay ? QJsonValue(percent(base.replay->replay->error())) : QJsonValue()},
                       {QStringLiteral("changes"), changes},
                       {QStringLiteral("predicted_us"), inMicroseconds(result.predictedNs)},
                       {QStringLiteral("predicted_range_us"),
                        result.range ? QJsonValue(
                            QJsonArray{inMicroseconds(result.range->lowNs), inMicroseconds(result.range->highNs)})
                                     : QJsonValue()},
                       {QStringLiteral("gain_percent"), percent(result.gain(base))},
                       {QStringLiteral("notes"), textArray(allNotes(result))}};
    if (!base.pauses.empty())
        object.insert(QStringLiteral("measured_without_pauses_us"), inMicroseconds(base.beforeNs()));
    if (result.withoutProfilerNs)
        object.insert(QStringLiteral("predicted_without_profiler_us"), inMicroseconds(result.withoutProfilerNs));
    return object;
}

std::vector<std::string> whatIfLines(const WhatIfBase &base, const WhatIf &result)
{
    std::vector<QString> lines;
    if (base.replay)
        lines.push_back(QStringLiteral("measured:      %1; replayed %2 (%3)")
                            .arg(timeText(*base.measuredNs()), timeText(base.replay->replay->replayedNs),
                                 replayErrorText(*base.replay->replay)));
    else
        lines.push_back(QStringLiteral("unchanged:     %1, predicted").arg(timeText(base.simulatedNs)));
    for (const TriedChange &tried : result.changes)
        lines.push_back(QStringLiteral("%1:").arg(QString::fromStdString(tried.request.text())).leftJustified(14)
                        + QLatin1Char(' ')
                        + QStringLiteral("%1 (%2), %3 operations")
                              .arg(timeText(tried.predictedNs), gainText(gainOf(base, tried.predictedNs)))
                              .arg(tried.touched));
    QString predicted =
        QStringLiteral("predicted:     %1 (%2)").arg(timeText(result.predictedNs), gainText(result.gain(base)));
    if (result.range)
        predicted += QStringLiteral(", %1 to %2 in four cases of five")
                         .arg(timeText(result.range->lowNs), timeText(result.range->highNs));
    lines.push_back(predicted + QStringLiteral("; on ") + QString::fromStdString(result.device));
    if (result.withoutProfilerNs)
        lines.push_back(QStringLiteral("without the profiler: %1").arg(timeText(*result.withoutProfilerNs)));
    for (const std::string &note : allNotes(result))
        lines.push_back(QStringLiteral("note:          ") + QString::fromStdString(note));
    std::vector<std::string> texts;
    for (const QString &line : lines)
        texts.push_back(line.toStdString());
    return texts;
}

} // namespace streamscope
