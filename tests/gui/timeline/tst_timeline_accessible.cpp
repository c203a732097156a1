// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a screen reader finds when it walks down from the window.
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/sample_runs.h"

#include <QAccessible>
#include <QMainWindow>
#include <QTest>

using namespace streamscope;

namespace {

/// Everything below `from` that has this role, as an assistive program would find it.
QList<QAccessibleInterface *> allWithRole(QAccessibleInterface *from, QAccessible::Role role)
{
    QList<QAccessibleInterface *> found;
    for (int i = 0; from && i < from->childCount(); ++i) {
        QAccessibleInterface *child = from->child(i);
        if (!child)
            continue;
        if (child->role() == role)
            found << child;
        found += allWithRole(child, role);
    }
    return found;
}

} // namespace

class TimelineAccessibleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void lanesAreFoundFromTheWindow();
    void treeIsConsistent();
    void selectionIsTold();
    void actionsDoWhatKeysDo();

private:
    QAccessibleInterface *timeline() const
    {
        for (QAccessibleInterface *list :
             allWithRole(QAccessible::queryAccessibleInterface(m_window.get()), QAccessible::List))
            if (list->text(QAccessible::Name) == QStringLiteral("Timeline"))
                return list;
        return nullptr;
    }

    std::unique_ptr<QMainWindow> m_window;
    TimelineWidget *m_widget = nullptr;
};

void TimelineAccessibleTest::init()
{
    m_window = std::make_unique<QMainWindow>();
    m_widget = new TimelineWidget;
    m_window->setCentralWidget(m_widget);
    m_window->resize(1000, 500);
    m_widget->setContent(std::make_shared<TimelineContent>(recordingOf(runPreset("two-stream-exercise"))));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TimelineAccessibleTest::lanesAreFoundFromTheWindow()
{
    QVERIFY(timeline());
    QStringList names, values;
    for (QAccessibleInterface *lane : allWithRole(timeline(), QAccessible::ListItem)) {
        names << lane->text(QAccessible::Name);
        values << lane->text(QAccessible::Value);
        QVERIFY(!lane->state().invisible);
        const QRect window(m_window->mapToGlobal(QPoint()), m_window->size());
        QVERIFY(window.contains(lane->rect()));
    }
    QCOMPARE(names, QStringList({"Stream 0", "Stream 1", "Copy engine H2D", "Compute (SMs)", "Copy engine D2H"}));
    for (const QString &value : values)
        QVERIFY(value.contains("operation(s)") && value.contains("% busy"));
}

void TimelineAccessibleTest::treeIsConsistent()
{
    QAccessibleInterface *list = timeline();
    for (int i = 0; i < list->childCount(); ++i) {
        QAccessibleInterface *lane = list->child(i);
        QCOMPARE(lane->parent(), list);
        QCOMPARE(list->indexOfChild(lane), i);
        QVERIFY(lane->isValid());
    }
    QVERIFY(!list->child(list->childCount()));
    QVERIFY(!list->child(-1));
}

void TimelineAccessibleTest::selectionIsTold()
{
    m_widget->state()->selectSpan(1);
    const QString value = timeline()->text(QAccessible::Value);
    QVERIFY(value.contains("Kernel"));
    QVERIFY(value.contains("Started: 1") && value.contains("Clock: model"));
    m_widget->state()->selectSpan(-1);
    QVERIFY(!timeline()->text(QAccessible::Value).contains("Kernel"));
}

void TimelineAccessibleTest::actionsDoWhatKeysDo()
{
    QAccessibleActionInterface *actions = timeline()->actionInterface();
    QVERIFY(actions);
    const double before = m_widget->state()->axis().nsPerPixel;
    QVERIFY(actions->actionNames().contains(QAccessibleActionInterface::increaseAction()));
    actions->doAction(QAccessibleActionInterface::increaseAction());
    QVERIFY(m_widget->state()->axis().nsPerPixel < before);
    actions->doAction(QAccessibleActionInterface::decreaseAction());
    QVERIFY(std::abs(m_widget->state()->axis().nsPerPixel - before) < 1e-6 * before);
    actions->doAction(QAccessibleActionInterface::nextPageAction());
    QCOMPARE(m_widget->state()->selectedSpan(), std::optional<std::uint32_t>(0));

    QAccessibleInterface *lane = timeline()->child(2);
    QVERIFY(lane->actionInterface());
    lane->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(m_widget->laneControls()->currentLane(), "engine:0:copy_h2d");
    QVERIFY(lane->state().focused);
    QCOMPARE(lane->actionInterface()->keyBindingsForAction(QAccessibleActionInterface::toggleAction()),
             QStringList("P"));
    lane->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    QCOMPARE(m_widget->state()->arrangement().pinned, QStringList("engine:0:copy_h2d"));
}

QTEST_MAIN(TimelineAccessibleTest)
#include "tst_timeline_accessible.moc"
