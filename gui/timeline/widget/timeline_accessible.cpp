// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_accessible.h"

#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/timeline_widget.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <map>
#include <memory>

namespace streamscope {

namespace {

const ContentLane *laneOf(const TimelineWidget &widget, const QString &key)
{
    const LaneEntry *entry = entryOf(widget.state()->lanes(), key);
    return entry ? entry->lane.get() : nullptr;
}

/// One lane. It has no widget of its own; the timeline's interface keeps it. Pressing it makes it the lane that the
/// keys for lanes mean, and toggling pins or unpins it.
class AccessibleLane : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleLane(TimelineWidget *widget, QString key) : m_widget(widget), m_key(std::move(key)) {}

    bool isValid() const override { return m_widget && m_widget->state()->content() && laneOf(*m_widget, m_key); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = state.focusable = true;
        state.focused = state.selected = m_widget && m_widget->laneControls()->currentLane() == m_key;
        state.invisible = rect().isEmpty();
        return state;
    }

    QRect rect() const override
    {
        for (const SceneLane &lane : m_widget->state()->scene().lanes)
            if (lane.content->key == m_key)
                return QRect(m_widget->viewport()->mapToGlobal(lane.rect.topLeft().toPoint()),
                             lane.rect.size().toSize());
        return {};
    }

    QString text(QAccessible::Text kind) const override
    {
        const ContentLane *lane = isValid() ? laneOf(*m_widget, m_key) : nullptr;
        if (!lane)
            return {};
        if (kind == QAccessible::Name)
            return lane->title;
        if (kind != QAccessible::Value && kind != QAccessible::Description)
            return {};
        const TimelineContent &content = *m_widget->state()->content();
        QString value = lane->countText(content);
        if (lane->busyShare)
            value += TimelineWidget::tr(", %1 % busy").arg(QString::number(*lane->busyShare * 100, 'f', 1));
        const OperationLane *operations = lane->operations();
        if (operations && operations->lane.blockedNs > 0)
            value += TimelineWidget::tr(", waiting for %1").arg(axisLengthText(content, operations->lane.blockedNs));
        return value;
    }
    void setText(QAccessible::Text, const QString &) override {}

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), toggleAction()}; }
    QStringList keyBindingsForAction(const QString &name) const override
    {
        QStringList keys;
        if (m_widget && name == toggleAction())
            for (const QKeySequence &key : m_widget->input()->keys().keys(TimelineCommand::PinLane))
                keys << key.toString(QKeySequence::NativeText);
        return keys;
    }
    void doAction(const QString &name) override
    {
        if (!isValid())
            return;
        if (name == pressAction()) {
            m_widget->laneControls()->setCurrentLane(m_key);
            m_widget->state()->revealLane(m_key);
        } else if (name == toggleAction()) {
            m_widget->laneControls()->togglePinned(m_key);
        }
    }

private:
    QPointer<TimelineWidget> m_widget;
    QString m_key;
};

class AccessibleTimeline : public QAccessibleWidget
{
public:
    explicit AccessibleTimeline(TimelineWidget *widget) : QAccessibleWidget(widget, QAccessible::List) {}
    ~AccessibleTimeline() override
    {
        for (const auto &[key, id] : m_lanes)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(keys().size()); }

    QAccessibleInterface *child(int index) const override
    {
        const QStringList all = keys();
        if (index < 0 || index >= all.size())
            return nullptr;
        const auto known = m_lanes.find(all[index]);
        if (known != m_lanes.end())
            return QAccessible::accessibleInterface(known->second);
        auto *lane = new AccessibleLane(timeline(), all[index]); // Qt's cache owns it
        m_lanes[all[index]] = QAccessible::registerAccessibleInterface(lane);
        return lane;
    }

    int indexOfChild(const QAccessibleInterface *wanted) const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (child(i) == wanted)
                return i;
        return -1;
    }

    QString text(QAccessible::Text kind) const override
    {
        const auto selected = timeline()->state()->selectedSpan();
        if (kind == QAccessible::Value && selected) {
            const OwnSpan own = timeline()->state()->content()->own(*selected);
            return spanSentence(*own.timeline, own.span);
        }
        return QAccessibleWidget::text(kind);
    }

    QStringList actionNames() const override
    {
        return QAccessibleWidget::actionNames()
               + QStringList{increaseAction(), decreaseAction(), nextPageAction(), previousPageAction()};
    }
    /// Increase and decrease zoom; the pages are the operations of the lane.
    void doAction(const QString &name) override
    {
        if (name == increaseAction())
            timeline()->input()->zoom(true);
        else if (name == decreaseAction())
            timeline()->input()->zoom(false);
        else if (name == nextPageAction() || name == previousPageAction())
            timeline()->input()->perform(name == nextPageAction() ? TimelineCommand::NextOperation
                                                                  : TimelineCommand::PreviousOperation);
        else
            QAccessibleWidget::doAction(name);
    }

private:
    TimelineWidget *timeline() const { return static_cast<TimelineWidget *>(widget()); }

    static QString spanSentence(const Timeline &timeline, std::uint32_t span)
    {
        QString text = spanTitle(timeline, span);
        for (const auto &[label, value] : spanFacts(timeline, span))
            text += QStringLiteral("; ") + label + QStringLiteral(": ") + value;
        return text;
    }

    QStringList keys() const { return laneKeys(timeline()->state()->lanes()); }

    mutable std::map<QString, QAccessible::Id> m_lanes;
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *timeline = qobject_cast<TimelineWidget *>(object);
    return timeline ? new AccessibleTimeline(timeline) : nullptr;
}

} // namespace

void installTimelineAccessibility()
{
    static const bool once = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace streamscope
