// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/path_marks.h"

#include "engine/formats/reports/comparison_words.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/translation.h"

#include "engine/analysis/run_dependencies.h"

#include <QPainter>
#include <QStringList>

namespace streamscope {

namespace {

constexpr double narrowestFrame = 6; ///< pixels: a frame hides a narrower bar
constexpr double lowestDouble = 16;  ///< pixels: a lower bar has no room between the lines

/// Two colours, so that the frame is visible on light and on dark bars.
void paintFrame(QPainter &painter, const QRectF &bar, const TimelineTheme &theme)
{
    painter.setPen(QPen(theme.background, 4));
    painter.drawRect(bar.adjusted(1, 1, -1, -1));
    painter.setPen(QPen(theme.text, 2));
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
}

/// The edges above and below a bar without room for a frame. Those of its neighbours continue them.
void paintEdges(QPainter &painter, const QRectF &bar, const TimelineTheme &theme)
{
    const double widened = bar.width() < 3 ? 1 : 0; // so that a single narrow bar is visible
    for (const double top : {bar.top() - 1, bar.bottom() - 1}) {
        const QRectF edge(bar.left() - widened, top, bar.width() + 2 * widened, 2);
        painter.fillRect(edge.adjusted(0, -1, 0, 1), theme.background);
        painter.fillRect(edge, theme.text);
    }
}

/// A second line along the upper edge inside: the sides are for the label, and the lower edge for a foot.
void paintSecondLine(QPainter &painter, const QRectF &bar, const TimelineTheme &theme)
{
    const double inset = bar.width() >= narrowestFrame ? 2 : 0;
    painter.fillRect(QRectF(bar.left() + inset, bar.top() + 2, bar.width() - 2 * inset, 3), theme.background);
    painter.fillRect(QRectF(bar.left(), bar.top() + 3, bar.width(), 1), theme.text);
}

} // namespace

ShownPaths nextPaths(ShownPaths shown, bool isComparison)
{
    if (!isComparison)
        return shown == ShownPaths::None ? ShownPaths::All : ShownPaths::None;
    return static_cast<ShownPaths>((static_cast<int>(shown) + 1) % 4);
}

bool showsPathOf(ShownPaths shown, Side side)
{
    return shown == ShownPaths::All || shown == (side == Side::A ? ShownPaths::OnlyA : ShownPaths::OnlyB);
}

void paintPaths(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                const std::function<bool(std::uint32_t span)> &isOnPath, ShownPaths shown, const TimelineTheme &theme)
{
    if (shown == ShownPaths::None)
        return;
    const ComparedRuns *compared = content.compared();
    painter.setBrush(Qt::NoBrush);
    for (const SceneBar &bar : scene.bars.operations()) {
        if ((bar.waiting && !isWaitingItself(bar.kind)) || !isOnPath(bar.span))
            continue;
        const Side side = compared ? compared->sideOf(bar.span) : Side::A;
        if (!showsPathOf(shown, side))
            continue;
        if (bar.rect.width() >= narrowestFrame)
            paintFrame(painter, bar.rect, theme);
        else
            paintEdges(painter, bar.rect, theme);
        if (side == Side::B && bar.rect.height() >= lowestDouble)
            paintSecondLine(painter, bar.rect, theme);
    }
}

PathSpans pathSpans(const TimelineContent &content, const Program *program)
{
    PathSpans spans{std::vector<bool>(content.timeline().size(), false), {}};
    const auto add = [&spans](const Timeline &timeline, const Program *its, std::size_t first, Side side) {
        const std::vector<CriticalStep> path = RunDependencies(timeline, its).criticalPath();
        spans.steps[static_cast<std::size_t>(side)] = path.size();
        for (const CriticalStep &step : path)
            spans.isOn[first + step.span] = true;
    };
    const ComparedRuns *compared = content.compared();
    if (!compared) {
        add(content.timeline(), program, 0, Side::A);
        return spans;
    }
    for (const Side side : {Side::A, Side::B}) {
        const NamedRun &run = compared->run(side);
        add(run.recording->timeline, run.program.get(), compared->spansOf(side).first, side);
    }
    return spans;
}

QString comparedPathsText(ShownPaths shown, const std::array<std::size_t, 2> &steps)
{
    QStringList parts;
    if (showsPathOf(shown, Side::A))
        parts << tr("%1 %2 (single line)").arg(translated(sideName(Side::A))).arg(steps[0]);
    if (showsPathOf(shown, Side::B))
        parts << tr("%1 %2 (double line)").arg(translated(sideName(Side::B))).arg(steps[1]);
    return tr("Operations of the critical path: %1").arg(parts.join(QStringLiteral(" · ")));
}

} // namespace streamscope
