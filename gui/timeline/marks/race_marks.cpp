// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/race_marks.h"

#include <QHash>
#include <QPainter>
#include <QSet>

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::size_t maxMarks = 100;

} // namespace

std::vector<RaceMark> raceMarks(const TimelineScene &scene, const std::vector<Race> &races)
{
    QHash<std::uint32_t, QRectF> places; // its bar on its stream's lane, or else its first bar
    QSet<std::uint32_t> onStreams;
    for (const SceneBar &bar : scene.bars.operations()) {
        if (bar.waiting || bar.count > 1 || onStreams.contains(bar.span))
            continue;
        const bool isStream = scene.operationsOf(bar)->lane.kind == LaneKind::Stream;
        if (isStream)
            onStreams.insert(bar.span);
        if (isStream || !places.contains(bar.span))
            places.insert(bar.span, bar.rect);
    }
    std::vector<RaceMark> marks;
    for (const Race &race : races) {
        const auto first = places.constFind(static_cast<std::uint32_t>(race.first));
        const auto second = places.constFind(static_cast<std::uint32_t>(race.second));
        if (first != places.cend() && second != places.cend() && marks.size() < maxMarks)
            marks.push_back({*first, *second});
    }
    return marks;
}

void paintRaces(QPainter &painter, const TimelineScene &scene, const std::vector<Race> &races,
                const TimelineTheme &theme)
{
    if (races.empty())
        return;
    painter.save();
    painter.setClipRect(scene.plotRect);
    painter.setBrush(Qt::NoBrush);
    const QColor colour = theme.warning;
    for (const RaceMark &mark : raceMarks(scene, races)) {
        painter.setPen(QPen(colour, 2));
        for (const QRectF &bar : {mark.first, mark.second})
            painter.drawRect(bar.adjusted(-1, -1, 1, 1));
        const bool below = mark.second.center().y() > mark.first.center().y();
        const QPointF from(mark.first.left() + std::min(mark.first.width() / 2, 8.0),
                           below ? mark.first.bottom() : mark.first.top());
        const QPointF to(mark.second.left() + std::min(mark.second.width() / 2, 8.0),
                         below ? mark.second.top() : mark.second.bottom());
        painter.setPen(QPen(colour, 1.5, Qt::DashLine));
        painter.drawLine(from, to);
        painter.drawText(QRectF((from + to) / 2 + QPointF(3, -8), QSizeF(16, 16)), Qt::AlignCenter,
                         QStringLiteral("⚠"));
    }
    painter.restore();
}

} // namespace streamscope
