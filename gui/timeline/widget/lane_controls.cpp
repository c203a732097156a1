// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/lane_controls.h"

#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/widget/timeline_state.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double lowerEdgeReach = 4; ///< pixels above the lower edge of a lane in which a drag changes its height
constexpr double heightStep = 1.25;

} // namespace

LaneControls::LaneControls(TimelineState *state, QWidget *viewport) : m_state(state), m_viewport(viewport) {}

template <typename Change>
void LaneControls::change(Change change)
{
    LaneArrangement arrangement = m_state->arrangement();
    change(arrangement);
    m_state->setArrangement(arrangement);
}

bool LaneControls::isOnEdge(const QPointF &position) const
{
    const SceneLane *lane = m_state->scene().laneAt(position.y());
    return lane && entryOf(m_state->lanes(), lane->content->key)
           && lane->rect.bottom() - position.y() <= lowerEdgeReach;
}

bool LaneControls::press(const QMouseEvent &event)
{
    const TimelineScene &scene = m_state->scene();
    if (event.position().x() >= scene.plotRect.left())
        return false; // a drag there selects a range, on headings, too
    if (event.button() != Qt::LeftButton || event.position().y() < scene.plotRect.top()
        || event.position().y() >= scene.plotRect.bottom())
        return false;
    for (const SceneGroup &group : scene.groups) {
        if (group.rect.contains(event.position())) {
            group.key == hiddenLanesKey ? showAll() : toggleFold(group.key);
            return true;
        }
    }
    const SceneLane *grabbed = scene.laneAt(event.position().y());
    if (!grabbed)
        return false;
    m_grabbed = grabbed->content->key;
    m_pressed = event.position();
    m_gesture = isOnEdge(event.position()) ? Gesture::Resize : Gesture::Press;
    const auto height = m_state->arrangement().heights.find(m_grabbed);
    m_grabbedHeight = height == m_state->arrangement().heights.end() ? 1 : height->second;
    m_grabbedRow = grabbed->row;
    m_grabbedRows = std::max(1.0, std::round(grabbed->rect.height() / grabbed->row));
    setCurrentLane(m_grabbed);
    return true;
}

bool LaneControls::move(const QMouseEvent &event)
{
    if (m_gesture == Gesture::None) {
        const bool onEdge = event.position().x() < m_state->scene().plotRect.left() && isOnEdge(event.position());
        if (onEdge)
            m_viewport->setCursor(Qt::SizeVerCursor);
        else if (m_viewport->cursor().shape() == Qt::SizeVerCursor)
            m_viewport->unsetCursor();
        return onEdge;
    }
    const double moved = event.position().y() - m_pressed.y();
    if (m_gesture == Gesture::Resize) {
        const double wanted = m_grabbedHeight * (m_grabbedRow + moved / m_grabbedRows) / m_grabbedRow;
        change([&](LaneArrangement &arrangement) {
            arrangement.heights[m_grabbed] = std::clamp(wanted, LaneArrangement::lowest, LaneArrangement::highest);
        });
        return true;
    }
    if (std::abs(moved) >= QApplication::startDragDistance())
        m_gesture = Gesture::Drag;
    const SceneLane *target = m_state->scene().laneAt(event.position().y());
    if (m_gesture == Gesture::Drag && target) {
        m_target = target->content->key;
        m_behind = event.position().y() > target->rect.center().y();
        m_viewport->setCursor(Qt::ClosedHandCursor);
        m_viewport->update();
    }
    return true;
}

bool LaneControls::release(const QMouseEvent &)
{
    if (m_gesture == Gesture::None)
        return false;
    if (m_gesture == Gesture::Drag && !m_target.isEmpty())
        change([this](LaneArrangement &arrangement) {
            moveLane(arrangement, m_state->lanes(), m_grabbed, m_target, m_behind);
        });
    m_gesture = Gesture::None;
    m_target.clear();
    m_viewport->unsetCursor();
    return true;
}

bool LaneControls::showMenu(const QPoint &position, const QPoint &globalPosition)
{
    if (position.x() >= m_state->scene().plotRect.left())
        return false;
    auto *menu = new QMenu(m_viewport);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const SceneLane *lane = m_state->scene().laneAt(position.y());
    if (lane && !entryOf(m_state->lanes(), lane->content->key)) {
        menu->addAction(tr("&Unfold"), this, [this, key = lane->content->key] { toggleFold(key); });
        menu->addSeparator();
    } else if (lane) {
        const QString key = lane->content->key;
        setCurrentLane(key);
        const bool pinned = m_state->arrangement().pinned.contains(key);
        menu->addAction(pinned ? tr("Un&pin") : tr("&Pin on top"), this, [this, key] { togglePinned(key); });
        menu->addAction(tr("&Hide"), this, [this, key] { hide(key); });
        menu->addAction(tr("Move &up"), this, [this, key] { shift(key, false); });
        menu->addAction(tr("Move &down"), this, [this, key] { shift(key, true); });
        menu->addAction(tr("&Taller"), this, [this, key] { scaleHeight(key, heightStep); });
        menu->addAction(tr("&Shorter"), this, [this, key] { scaleHeight(key, 1 / heightStep); });
        menu->addSeparator();
    }
    QAction *all = menu->addAction(tr("Show &all lanes (%n hidden)", nullptr, m_state->lanes().hidden), this,
                                   [this] { showAll(); });
    all->setEnabled(m_state->lanes().hidden > 0);
    menu->addAction(tr("&Restore order and heights"), this, [this] {
        change([](LaneArrangement &arrangement) {
            LaneArrangement plain;
            plain.grouping = arrangement.grouping;
            plain.counters = arrangement.counters;
            arrangement = plain;
        });
    });
    QAction *counters = menu->addAction(tr("Show &counters"));
    counters->setCheckable(true);
    counters->setChecked(m_state->arrangement().counters);
    connect(counters, &QAction::triggered, this, &LaneControls::showCounters);
    menu->addSeparator();
    for (int i = 0; i < laneGroupingCount; ++i) {
        const auto grouping = static_cast<LaneGrouping>(i);
        QAction *action = menu->addAction(laneGroupingTitle(grouping), this, [this, grouping] {
            change([grouping](LaneArrangement &arrangement) { arrangement.grouping = grouping; });
        });
        action->setCheckable(true);
        action->setChecked(m_state->arrangement().grouping == grouping);
    }
    menu->popup(globalPosition);
    return true;
}

QString LaneControls::currentLane() const
{
    if (entryOf(m_state->lanes(), m_current))
        return m_current;
    return laneKeys(m_state->lanes()).value(0);
}

void LaneControls::setCurrentLane(const QString &key)
{
    if (m_current == key)
        return;
    m_current = key;
    m_viewport->update();
}

void LaneControls::step(bool next)
{
    const QStringList keys = laneKeys(m_state->lanes());
    if (keys.isEmpty())
        return;
    const bool first = m_current.isEmpty() || !keys.contains(m_current);
    const qsizetype here = first ? (next ? -1 : keys.size()) : keys.indexOf(m_current);
    const qsizetype there = std::clamp<qsizetype>(here + (next ? 1 : -1), 0, keys.size() - 1);
    setCurrentLane(keys[there]);
    m_state->revealLane(keys[there]);
}

void LaneControls::togglePinned(const QString &key)
{
    change([&key](LaneArrangement &arrangement) {
        if (arrangement.pinned.removeAll(key) == 0)
            arrangement.pinned << key;
    });
}

void LaneControls::hide(const QString &key)
{
    change([&key](LaneArrangement &arrangement) {
        arrangement.hidden.insert(key);
        arrangement.pinned.removeAll(key);
    });
}

void LaneControls::showAll()
{
    change([](LaneArrangement &arrangement) { arrangement.hidden.clear(); });
}

void LaneControls::showCounters(bool shown)
{
    change([shown](LaneArrangement &arrangement) { arrangement.counters = shown; });
}

void LaneControls::shift(const QString &key, bool down)
{
    const QStringList beside = laneKeys(m_state->lanes(), key);
    const qsizetype there = beside.indexOf(key) + (down ? 1 : -1);
    if (!beside.contains(key) || there < 0 || there >= beside.size())
        return;
    change([&](LaneArrangement &arrangement) { moveLane(arrangement, m_state->lanes(), key, beside[there], down); });
}

void LaneControls::scaleHeight(const QString &key, double factor)
{
    change([&](LaneArrangement &arrangement) {
        double &height = arrangement.heights.try_emplace(key, 1.0).first->second;
        height = std::clamp(height * factor, LaneArrangement::lowest, LaneArrangement::highest);
    });
}

void LaneControls::toggleFold(const QString &headingKey)
{
    change([&headingKey](LaneArrangement &arrangement) {
        if (arrangement.collapsed.erase(headingKey) == 0)
            arrangement.collapsed.insert(headingKey);
    });
}

QString LaneControls::headingOf(const QString &laneKey) const
{
    QString heading;
    for (const LaneEntry &entry : m_state->lanes().entries) {
        if (entry.isHeading())
            heading = entry.key;
        else if (entry.key == laneKey)
            return heading;
    }
    return {};
}

void LaneControls::toggleFoldOf(const QString &laneKey)
{
    if (const QString heading = headingOf(laneKey); !heading.isEmpty())
        toggleFold(heading);
}

void LaneControls::paint(QPainter &painter, const TimelineTheme &theme, bool focused) const
{
    for (const SceneLane &lane : m_state->scene().lanes) {
        if (focused && lane.content->key == m_current)
            painter.fillRect(QRectF(2, lane.rect.top() + 1, 4, lane.rect.height() - 2), theme.selection);
        if (m_gesture == Gesture::Drag && lane.content->key == m_target) {
            const double y = m_behind ? lane.rect.bottom() : lane.rect.top();
            painter.fillRect(QRectF(0, y - 1.5, m_state->scene().plotRect.left(), 3), theme.selection);
        }
    }
}

} // namespace streamscope
