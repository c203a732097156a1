// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the timeline shows of dependencies, of the critical path and of what was found.
#include "gui/timeline/dependency_arrows.h"
#include "gui/timeline/timeline_theme.h"
#include "gui/timeline/timeline_widget.h"

#include <QPainter>

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::size_t mostSpans = 3'000'000; ///< beyond it the links would take longer than a person waits for an arrow

} // namespace

void TimelineWidget::setProgram(std::shared_ptr<const Program> program)
{
    m_program = std::move(program);
    forgetDependencies();
}

void TimelineWidget::setFound(std::vector<std::uint32_t> found)
{
    m_found = std::move(found);
    viewport()->update();
}

void TimelineWidget::forgetDependencies()
{
    m_dependencies.reset();
    m_path.clear();
    m_showsPath = false;
    viewport()->update();
}

const RunDependencies *TimelineWidget::dependencies()
{
    if (!hasContent() || m_content->timeline().size() > mostSpans || m_content->compared())
        return nullptr; // of two runs on one axis none holds the other's operations
    if (!m_dependencies)
        m_dependencies = std::make_unique<RunDependencies>(m_content->timeline(), m_program.get());
    return m_dependencies.get();
}

bool TimelineWidget::performOnDependencies(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::Arrows:
        m_arrows = !m_arrows;
        break;
    case TimelineCommand::CriticalPath:
        m_showsPath = !m_showsPath;
        if (const RunDependencies *links = m_showsPath ? dependencies() : nullptr)
            m_path = links->criticalPath();
        break;
    case TimelineCommand::FollowForward:
    case TimelineCommand::FollowBack: {
        const RunDependencies *links = m_selected ? dependencies() : nullptr;
        if (!links)
            return true;
        const bool forward = command == TimelineCommand::FollowForward;
        const auto list = forward ? links->outOf(*m_selected) : links->into(*m_selected);
        const Timeline &timeline = m_content->timeline();
        // Forward to what starts first, back to what held longest.
        const auto best = std::min_element(list.begin(), list.end(), [&](const Dependency &a, const Dependency &b) {
            return forward ? timeline.starts()[a.to] < timeline.starts()[b.to]
                           : timeline.ends()[a.from] > timeline.ends()[b.from];
        });
        if (best != list.end())
            selectSpan(static_cast<int>(forward ? best->to : best->from));
        return true;
    }
    default:
        return false;
    }
    viewport()->update();
    return true;
}

void TimelineWidget::paintDependencies(QPainter &painter)
{
    if (m_showsPath && !m_path.empty()) {
        painter.save();
        painter.setClipRect(scene().plotRect);
        paintPath(painter, m_path, scene(), theme());
        painter.restore();
    }
    const RunDependencies *links = m_selected && m_arrows ? dependencies() : nullptr;
    if (!links)
        return;
    std::vector<Dependency> list = links->into(*m_selected);
    const std::vector<Dependency> later = links->outOf(*m_selected);
    list.insert(list.end(), later.begin(), later.end());
    std::erase_if(list, [](const Dependency &link) { return link.kind == DependencyKind::Host; }); // every one has it
    painter.save();
    painter.setClipRect(scene().plotRect);
    paintArrows(painter, arrowsOf(list, m_content->timeline(), scene()), theme());
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
