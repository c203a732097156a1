// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/content_lane.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace streamscope {

LaneMetrics::LaneMetrics(const QFont &font, double rowScale)
{
    text = std::ceil(QFontMetricsF(font).height());
    ruler = text + 8;
    group = text + 6;
    row = std::round((text + 8) * rowScale);
    lanePadding = 4;
}

LaneLayout ContentLane::layout(const LaneMetrics &metrics, double scale) const
{
    const double row = std::max(3.0, std::round(metrics.row * scale));
    return {row, row * static_cast<double>(rows()) + metrics.lanePadding, metrics.lanePadding / 2, 1, 1};
}

QString ContentLane::busyText() const
{
    return busyShare ? tr("%1 % busy").arg(percentText(*busyShare)) : QString();
}

QString percentText(double share)
{
    const double percent = share * 100;
    return QString::number(percent, 'f', percent > 0 && percent < 10 ? 1 : 0);
}

} // namespace streamscope
