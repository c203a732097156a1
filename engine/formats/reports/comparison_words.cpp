// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/comparison_words.h"

#include "engine/formats/text/time_text.h"
#include "engine/program/text/translatable.h"

#include <cmath>

namespace streamscope {

QString sideName(Side side)
{
    return side == Side::A ? QLatin1String(QT_TRANSLATE_NOOP("engine", "baseline"))
                           : QLatin1String(QT_TRANSLATE_NOOP("engine", "this run"));
}

QString sideTitle(Side side)
{
    return side == Side::A ? QLatin1String(QT_TRANSLATE_NOOP("engine", "Baseline"))
                           : QLatin1String(QT_TRANSLATE_NOOP("engine", "This run"));
}

QString onlyInText(Side side)
{
    return QLatin1String(QT_TRANSLATE_NOOP("engine", "only in %1")).arg(sideName(side));
}

QString changeText(double change)
{
    const double percent = std::abs(change) * 100;
    return QStringLiteral("%1%2 %").arg(change < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                                        QString::number(percent, 'f', percent < 10 ? 1 : 0));
}

QString changeText(std::int64_t baseline, std::int64_t thisRun)
{
    if (baseline <= 0)
        return thisRun > 0 ? QString() : QLatin1String(QT_TRANSLATE_NOOP("engine", "the same"));
    const double times = static_cast<double>(thisRun) / static_cast<double>(baseline);
    if (std::abs(times - 1) < 0.0005)
        return QLatin1String(QT_TRANSLATE_NOOP("engine", "the same"));
    return times >= 10 ? QStringLiteral("×") + QString::number(std::llround(times)) : changeText(times - 1);
}

QString fromToText(std::int64_t baselineNs, std::int64_t thisRunNs)
{
    QString from = timeText(baselineNs);
    const QString to = timeText(thisRunNs), change = changeText(baselineNs, thisRunNs);
    const qsizetype unit = from.lastIndexOf(QChar(QChar::Nbsp));
    if (unit >= 0 && to.endsWith(QStringView(from).mid(unit)))
        from.truncate(unit);
    const QString both = QStringLiteral("%1 → %2").arg(from, to);
    return change.isEmpty() ? both : both + QStringLiteral(", ") + change;
}

} // namespace streamscope
