// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the timeline shows of dependencies, of the critical path and of what was found.
#include "gui/timeline/marks/dependency_arrows.h"
#include "gui/timeline/model/run_links.h"
#include "gui/timeline/text/tag.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/widget/timeline_widget.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace streamscope {

void TimelineWidget::setProgram(std::shared_ptr<const Program> program)
{
    forgetDependencies(std::move(program));
}

const std::vector<CriticalStep> &TimelineWidget::criticalPath(Side side) const
{
    static const std::vector<CriticalStep> none;
    return showsPathOf(m_paths, side) ? m_links->path(side) : none;
}

void TimelineWidget::setShownPaths(ShownPaths shown)
{
    m_paths = shown;
    if (showsCriticalPath())
        m_links->prepare();
    m_cacheValid = false; // the frames are part of it
    viewport()->update();
}

void TimelineWidget::setFound(std::vector<std::uint32_t> found)
{
    m_found = std::move(found);
    viewport()->update();
}

void TimelineWidget::forgetDependencies(std::shared_ptr<const Program> program)
{
    m_links->setRun(m_content, std::move(program));
    m_paths = ShownPaths::None;
    m_cacheValid = false;
    viewport()->update();
}

/// Forward to what starts first, back to what held longest.
void TimelineWidget::followDependency(bool forward)
{
    if (!m_selected || !m_links->prepare())
        return;
    const Timeline &timeline = m_content->timeline();
    std::optional<std::uint32_t> best;
    for (const Dependency &link : m_links->of(*m_selected)) {
        if ((forward ? link.from : link.to) != *m_selected)
            continue;
        const std::uint32_t other = forward ? link.to : link.from;
        if (!best
            || (forward ? timeline.starts()[other] < timeline.starts()[*best]
                        : timeline.ends()[other] > timeline.ends()[*best]))
            best = other;
    }
    if (best)
        selectSpan(static_cast<int>(*best));
}

bool TimelineWidget::performOnDependencies(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::Arrows:
        m_arrows = !m_arrows;
        break;
    case TimelineCommand::CriticalPath:
        setShownPaths(nextPaths(m_paths, m_content->compared() != nullptr));
        break;
    case TimelineCommand::FollowForward:
    case TimelineCommand::FollowBack:
        followDependency(command == TimelineCommand::FollowForward);
        break;
    default:
        return false;
    }
    viewport()->update();
    return true;
}

void TimelineWidget::paintFramedPaths(QPainter &painter) const
{
    if (!showsCriticalPath() || !m_links->prepare())
        return;
    painter.save();
    painter.setClipRect(scene().plotRect);
    paintPaths(
        painter, *m_content, scene(), [this](std::uint32_t span) { return m_links->isOnPath(span); }, m_paths, theme());
    painter.restore();
}

/// What moves with the selection; the frames of the critical path are in the cached image.
void TimelineWidget::paintDependencies(QPainter &painter)
{
    const bool wantsArrows = m_selected && m_arrows;
    if (!showsCriticalPath() && !wantsArrows)
        return;
    if (!m_links->prepare()) {
        const QRectF plot = scene().plotRect;
        paintTag(painter, tr("Looking for dependencies …"), plot.right(), plot.top() + 2, plot, theme().text,
                 theme().background);
        return;
    }
    painter.save();
    painter.setClipRect(scene().plotRect);
    if (wantsArrows) {
        std::vector<Dependency> list = m_links->of(*m_selected);
        std::erase_if(list, [](const Dependency &link) { return link.kind == DependencyKind::Host; }); // all have it
        paintArrows(painter, arrowsOf(list, m_content->timeline(), scene()), theme());
    }
    if (showsCriticalPath() && m_content->compared())
        paintPathsText(painter);
    painter.restore();
}

/// Whose frames are whose, where bars are fewest: at the end of the lanes.
void TimelineWidget::paintPathsText(QPainter &painter) const
{
    const QRectF plot = scene().plotRect;
    const QString text = comparedPathsText(m_paths, {m_links->path(Side::A).size(), m_links->path(Side::B).size()});
    paintTag(painter, text, plot.right(), plot.bottom() - painter.fontMetrics().height() - 4, plot, theme().text,
             theme().background);
}

/// A bright foot under each operation that was found.
void TimelineWidget::paintFound(QPainter &painter) const
{
    if (m_found.empty())
        return;
    for (const SceneBar &bar : scene().bars.operations()) {
        if (bar.waiting || !std::binary_search(m_found.begin(), m_found.end(), bar.span))
            continue;
        const QRectF foot(bar.rect.left(), bar.rect.bottom() - 3, std::max(2.0, bar.rect.width()), 4);
        painter.fillRect(foot.adjusted(0, -1, 0, 0), theme().background);
        painter.fillRect(foot, theme().selection);
    }
}

} // namespace streamscope
