// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/spread_whiskers.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr double shortest = 3, narrowestBar = 10; ///< pixels

/// A line with ends, light on dark or dark on light: it lies on bars and on the ground.
void paintWhisker(QPainter &painter, double left, double right, double y, const TimelineTheme &theme)
{
    constexpr double cap = 3;
    const QRectF line(left, y - 0.5, right - left, 1);
    const QRectF ends[]{{left, y - cap, 1, 2 * cap}, {right - 1, y - cap, 1, 2 * cap}};
    painter.fillRect(line.adjusted(0, -1, 0, 1), theme.background);
    for (const QRectF &end : ends)
        painter.fillRect(end.adjusted(-1, -1, 1, 1), theme.background);
    painter.fillRect(line, theme.text);
    for (const QRectF &end : ends)
        painter.fillRect(end, theme.text);
}

/// The whiskers at one height of one row, from left to right.
class Whiskers
{
public:
    Whiskers(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme)
        : m_painter(painter), m_scene(scene), m_theme(theme)
    {}

    void beginRow() { m_past = -1e9; }
    void add(std::int64_t from, std::int64_t to, double y)
    {
        const QRectF plot = m_scene.plotRect;
        const double left = m_scene.timeToX(from), right = m_scene.timeToX(to);
        if (right - left < shortest || left <= m_past || right < plot.left() || left > plot.right())
            return;
        paintWhisker(m_painter, std::max(left, plot.left() - 8), std::min(right, plot.right() + 8), y, m_theme);
        m_past = right + 2;
    }

private:
    QPainter &m_painter;
    const TimelineScene &m_scene;
    const TimelineTheme &m_theme;
    double m_past = -1e9; ///< behind the last one
};

} // namespace

void paintSpreads(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                  const TimelineTheme &theme)
{
    const Fold *fold = content.compared() ? nullptr : content.timeline().fold();
    if (!fold)
        return;
    painter.save();
    painter.setClipRect(scene.plotRect);
    Whiskers starts(painter, scene, theme), durations(painter, scene, theme);
    std::pair<std::uint32_t, std::size_t> row{~0U, 0};
    for (const SceneBar &bar : scene.bars.operations()) {
        if (std::exchange(row, {bar.lane, bar.row}) != std::pair(bar.lane, std::size_t{bar.row})) {
            starts.beginRow();
            durations.beginRow();
        }
        if (bar.waiting || bar.count > 1 || bar.rect.width() < narrowestBar || bar.span >= fold->operations.size()
            || scene.operationsOf(bar)->isOnHost())
            continue;
        const FoldedOperation &operation = fold->operations[bar.span];
        const std::int64_t start = operation.start.median;
        starts.add(operation.start.lower, operation.start.upper, bar.rect.top() + bar.rect.height() * 0.25);
        durations.add(start + operation.duration.lower, start + operation.duration.upper,
                      bar.rect.top() + bar.rect.height() * 0.75);
    }
    painter.restore();
}

void paintSpreadSample(QPainter &painter, const QRectF &rect, const TimelineTheme &theme)
{
    const KindStyle &style = theme.style(OperationKind::Kernel);
    const QRectF bar = rect.adjusted(5, 0, -5, 0);
    painter.fillRect(bar, style.fill);
    paintWhisker(painter, rect.left(), bar.left() + 4, rect.top() + rect.height() * 0.25, theme);
    paintWhisker(painter, bar.right() - 4, rect.right(), rect.top() + rect.height() * 0.75, theme);
}

} // namespace streamscope
