// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the timeline shows of dependencies, of the critical path and of what was found.
#include "gui/timeline/dependency_arrows.h"
#include "gui/timeline/run_links.h"
#include "gui/timeline/tag.h"
#include "gui/timeline/timeline_theme.h"
#include "gui/timeline/timeline_widget.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace streamscope {

void TimelineWidget::setProgram(std::shared_ptr<const Program> program)
{
    forgetDependencies(std::move(program));
}

const std::vector<CriticalStep> &TimelineWidget::criticalPath() const
{
    static const std::vector<CriticalStep> none;
    return m_showsPath ? m_links->path() : none;
}

void TimelineWidget::setFound(std::vector<std::uint32_t> found)
{
    m_found = std::move(found);
    viewport()->update();
}

void TimelineWidget::forgetDependencies(std::shared_ptr<const Program> program)
{
    m_links->setRun(m_content, std::move(program));
    m_showsPath = false;
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
        m_showsPath = !m_showsPath;
        if (m_showsPath)
            m_links->prepare();
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

void TimelineWidget::paintDependencies(QPainter &painter)
{
    const bool wantsArrows = m_selected && m_arrows;
    if (!m_showsPath && !wantsArrows)
        return;
    if (!m_links->prepare()) {
        const QRectF plot = scene().plotRect;
        paintTag(painter, tr("Looking for dependencies …"), plot.right(), plot.top() + 2, plot, theme().text,
                 theme().background);
        return;
    }
    painter.save();
    painter.setClipRect(scene().plotRect);
    if (m_showsPath)
        paintPath(painter, *m_links, scene(), theme());
    if (wantsArrows) {
        std::vector<Dependency> list = m_links->of(*m_selected);
        std::erase_if(list, [](const Dependency &link) { return link.kind == DependencyKind::Host; }); // all have it
        paintArrows(painter, arrowsOf(list, m_content->timeline(), scene()), theme());
    }
    painter.restore();
}

/// A bright foot under each operation that was found.
void TimelineWidget::paintFound(QPainter &painter) const
{
    if (m_found.empty())
        return;
    for (const SceneBar &bar : scene().bars) {
        if (bar.waiting || !std::binary_search(m_found.begin(), m_found.end(), bar.span))
            continue;
        const QRectF foot(bar.rect.left(), bar.rect.bottom() - 3, std::max(2.0, bar.rect.width()), 4);
        painter.fillRect(foot.adjusted(0, -1, 0, 0), theme().background);
        painter.fillRect(foot, theme().selection);
    }
}

} // namespace streamscope
