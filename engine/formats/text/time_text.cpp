// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/time_text.h"

#include <array>
#include <cmath>

namespace streamscope {

namespace {

struct Unit
{
    double ns;
    int decimalsToNs; ///< decimals that resolve one nanosecond
    const char16_t *name;
};

constexpr std::array<Unit, 4> units{{{1e9, 9, u"s"}, {1e6, 6, u"ms"}, {1e3, 3, u"µs"}, {1, 0, u"ns"}}};

const Unit &unitFor(double ns)
{
    for (const Unit &unit : units) {
        if (std::abs(ns) >= unit.ns)
            return unit;
    }
    return units.back();
}

QString withUnit(const QString &number, const Unit &unit)
{
    return number + QChar(u'\u00a0') + QString::fromUtf16(unit.name);
}

QString withoutTrailingZeros(QString number)
{
    if (!number.contains(QLatin1Char('.')))
        return number;
    while (number.endsWith(QLatin1Char('0')))
        number.chop(1);
    if (number.endsWith(QLatin1Char('.')))
        number.chop(1);
    return number == QLatin1String("-0") ? QStringLiteral("0") : number;
}

/// Fixed notation with at most `significant` digits, never an exponent.
QString shortNumber(double value, int significant)
{
    const double magnitude = std::abs(value);
    int decimals = significant - 1;
    for (double limit = 10; magnitude >= limit && decimals > 0; limit *= 10)
        --decimals;
    return withoutTrailingZeros(QString::number(value, 'f', decimals));
}

} // namespace

QString timeText(std::int64_t ns)
{
    const Unit &unit = unitFor(static_cast<double>(ns));
    return withUnit(shortNumber(static_cast<double>(ns) / unit.ns, 4), unit);
}

QString timeRangeText(std::int64_t lowNs, std::int64_t highNs)
{
    const Unit &unit = unitFor(static_cast<double>(highNs));
    const QString low = shortNumber(static_cast<double>(lowNs) / unit.ns, 4);
    return low + QStringLiteral(" to ") + withUnit(shortNumber(static_cast<double>(highNs) / unit.ns, 4), unit);
}

QString exactTimeText(std::int64_t ns)
{
    const Unit &unit = unitFor(static_cast<double>(ns));
    // Integers, not doubles: nanoseconds of a time in 2026 have 19 digits, a double 15.
    const auto scale = static_cast<std::int64_t>(unit.ns);
    const QString sign = ns < 0 ? QStringLiteral("-") : QString();
    const QString whole = QString::number(std::abs(ns / scale));
    if (unit.decimalsToNs == 0)
        return withUnit(sign + whole, unit);
    const QString fraction = QString::number(std::abs(ns % scale)).rightJustified(unit.decimalsToNs, QLatin1Char('0'));
    return withUnit(sign + withoutTrailingZeros(whole + QLatin1Char('.') + fraction), unit);
}

QString tickText(std::int64_t ns, std::int64_t stepNs, std::int64_t largestNs)
{
    const Unit &unit = unitFor(static_cast<double>(largestNs));
    int decimals = 0;
    for (double step = static_cast<double>(stepNs); step < unit.ns && decimals < unit.decimalsToNs; step *= 10)
        ++decimals;
    QString number = QString::number(static_cast<double>(ns) / unit.ns, 'f', decimals);
    if (ns == 0)
        number = QStringLiteral("0");
    return withUnit(number, unit);
}

QString bytesText(std::uint64_t bytes)
{
    static constexpr std::array<const char16_t *, 5> names{{u"B", u"KiB", u"MiB", u"GiB", u"TiB"}};
    double value = static_cast<double>(bytes);
    std::size_t index = 0;
    while (value >= 1024 && index + 1 < names.size()) {
        value /= 1024;
        ++index;
    }
    return shortNumber(value, 4) + QChar(u'\u00a0') + QString::fromUtf16(names[index]);
}

QString bandwidthText(std::uint64_t bytes, std::int64_t durationNs)
{
    if (durationNs <= 0)
        return {};
    // Bytes per nanosecond are decimal gigabytes per second.
    return shortNumber(static_cast<double>(bytes) / static_cast<double>(durationNs), 3) + QStringLiteral("\u00a0GB/s");
}

} // namespace streamscope
