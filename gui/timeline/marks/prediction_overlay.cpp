// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/prediction_overlay.h"

#include "engine/formats/text/time_text.h"
#include "gui/timeline/text/translation.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double outset = 2; ///< the outline lies around a bar that runs as predicted

} // namespace

void paintPrediction(QPainter &painter, const TimelineScene &scene, const Timeline &predicted,
                     const TimelineTheme &theme)
{
    painter.save();
    painter.setClipRect(scene.plotRect);
    painter.setBrush(Qt::NoBrush);
    QPen pen(theme.text, 1.5, Qt::CustomDashLine);
    pen.setDashPattern({3, 2});
    painter.setPen(pen);
    for (const SceneBar &bar : scene.bars.operations()) {
        if (bar.waiting || bar.count > 1 || bar.span >= predicted.size())
            continue;
        const Span span = predicted.span(bar.span);
        if (span.end <= span.start || scene.operationsOf(bar)->isOnHost())
            continue;
        const double left = scene.timeToX(span.start), right = scene.timeToX(span.end);
        if (right - left < 3 || right < scene.plotRect.left() || left > scene.plotRect.right())
            continue;
        painter.drawRect(QRectF(left, bar.rect.top() - outset, right - left, bar.rect.height() + 2 * outset));
    }
    painter.restore();
}

QString predictionText(const Timeline &timeline, const Timeline *predicted, std::uint32_t span)
{
    if (!predicted || span >= predicted->size() || span >= timeline.size())
        return {};
    const std::int64_t wanted = predicted->span(span).duration(), real = timeline.span(span).duration();
    if (wanted <= 0)
        return {};
    const double percent = (static_cast<double>(real) / static_cast<double>(wanted) - 1) * 100;
    const QString share = QString::number(std::abs(percent), 'f', 1);
    return (percent >= 0 ? tr("%1 (ran %2 % longer)") : tr("%1 (ran %2 % shorter)")).arg(timeText(wanted), share);
}

} // namespace streamscope
