// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/axis_text.h"

#include "engine/formats/text/time_text.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr double nsPerPercent = normalisedLengthNs / 100.0;

QString percentText(std::int64_t ns, int decimals)
{
    return QString::number(static_cast<double>(ns) / nsPerPercent, 'f', decimals) + QStringLiteral("\u00a0%");
}

} // namespace

QString axisText(const TimelineContent &content, std::int64_t ns, std::int64_t stepNs, std::int64_t largestNs)
{
    if (!content.isNormalised())
        return tickText(ns, stepNs, largestNs);
    int decimals = 0;
    for (double step = static_cast<double>(std::max<std::int64_t>(stepNs, 1)) / nsPerPercent;
         step < 0.999 && decimals < 8; step *= 10)
        ++decimals;
    return percentText(ns, decimals);
}

QString axisLengthText(const TimelineContent &content, std::int64_t ns)
{
    return content.isNormalised() ? percentText(ns, 2) : timeText(ns);
}

} // namespace streamscope
