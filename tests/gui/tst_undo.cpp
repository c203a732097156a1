// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a user takes away from a document comes back: marks by undo, a closed tab by opening it again.
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/workspace/workspace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QMessageBox>
#include <QStandardPaths>
#include <QTimer>

using namespace streamscope;
using namespace streamscope::test;

class UndoTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }

    void marksComeBack();
    void marksAndKnobsShareOneHistory();
    void eachTabHasItsOwnHistory();
    void closedTabsComeBack();
    void whatWasDiscardedComesBack();
    void onlyTheLastTabsAreKept();

private:
    QAction *action(const char *name) const { return m_window->findChild<QAction *>(QLatin1String(name)); }
    TimelineState *timeline() const { return m_window->timeline()->state(); }
    Workspace &workspace() const { return m_window->workspace(); }
    void run()
    {
        const auto former = workspace().shown().result;
        action("run")->trigger();
        QTRY_VERIFY(workspace().shown().result && workspace().shown().result != former && timeline()->hasContent());
    }
    void openTrace()
    {
        m_window->openFile(tracePath("chunked_depth.json.gz"));
        QTRY_VERIFY(workspace().shown().isTrace() && timeline()->hasContent());
    }
    /// A press in the plot with the pointer at `x`.
    void press(double x, TimelineCommand command)
    {
        timeline()->setPointer(QPointF(timeline()->labelWidth() + x, timeline()->scene().plotRect.center().y()));
        m_window->timeline()->input()->perform(command, false);
    }
    QStringList notes() const
    {
        QStringList notes;
        for (const TimelineMarker &marker : timeline()->marks().markers)
            notes << marker.note;
        return notes;
    }
    /// Answers the question about unsaved changes.
    void answer(QMessageBox::StandardButton button) const
    {
        QTimer::singleShot(0, m_window.get(), [this, button] {
            m_window->findChild<QMessageBox *>("unsavedQuestion")->button(button)->click();
        });
    }

    std::unique_ptr<MainWindow> m_window;
};

void UndoTest::marksComeBack()
{
    openTrace();
    const TimelineMarks none = timeline()->marks();
    m_window->timeline()->input()->setNoteEditor([](const QString &) { return std::optional<QString>("look here"); });
    QVERIFY(!action("undo")->isEnabled());
    QCOMPARE(action("undo")->text(), QStringLiteral("&Undo"));
    QCOMPARE(action("redo")->text(), QStringLiteral("&Redo"));
    press(200, TimelineCommand::AddMarker);
    QVERIFY(action("undo")->text().startsWith(QStringLiteral("&Undo: ")));
    QCOMPARE(notes(), QStringList{""});
    press(200, TimelineCommand::AddMarker);
    QCOMPARE(notes(), QStringList{"look here"});
    press(400, TimelineCommand::AddMarker);
    const TimelineMarks two = timeline()->marks();
    press(200, TimelineCommand::DeleteMarker);
    QCOMPARE(notes(), QStringList{""});
    QVERIFY2(action("undo")->text().contains("delete marker"), qPrintable(action("undo")->text()));

    action("undo")->trigger();
    QCOMPARE(timeline()->marks(), two);
    QCOMPARE(workspace().shown().view->marks, two); // what is saved
    QCOMPARE(TimelineMarks::fromJson(Settings::timelineMarks(workspace().trace()->key())), two);
    action("redo")->trigger();
    QCOMPARE(notes(), QStringList{""});
    for (int i = 0; i < 4; ++i)
        action("undo")->trigger();
    QCOMPARE(timeline()->marks(), none);
    QVERIFY(!action("undo")->isEnabled());
}

void UndoTest::marksAndKnobsShareOneHistory()
{
    run();
    setKnob(*m_window, "streams", "3");
    press(200, TimelineCommand::AddMarker);
    QVERIFY(workspace().front().isModified());
    action("undo")->trigger();
    QVERIFY(notes().isEmpty());
    QVERIFY(workspace().front().isModified()); // the knob is as it was turned
    action("undo")->trigger();
    QVERIFY(!workspace().front().isModified());
    action("redo")->trigger();
    action("redo")->trigger();
    QCOMPARE(notes().size(), 1);
}

void UndoTest::eachTabHasItsOwnHistory()
{
    run();
    press(200, TimelineCommand::AddMarker);
    openTrace();
    QVERIFY(!action("undo")->isEnabled());
    press(300, TimelineCommand::AddMarker);
    press(300, TimelineCommand::DeleteMarker);
    clickTab(*m_window, 0);
    action("undo")->trigger();
    QVERIFY(notes().isEmpty());
    clickTab(*m_window, 1);
    QTRY_VERIFY(timeline()->hasContent());
    action("undo")->trigger();
    QCOMPARE(notes().size(), 1);
}

void UndoTest::closedTabsComeBack()
{
    QVERIFY(!action("reopenClosed")->isEnabled());
    run();
    press(200, TimelineCommand::AddMarker);
    timeline()->zoomAt(100, 3);
    const TimeAxis axis = timeline()->axis();
    const TimelineMarks marks = timeline()->marks();
    const auto result = workspace().shown().result;
    openTrace();
    const QString trace = workspace().front().displayName();
    action("closeDocument")->trigger();
    action("closeDocument")->trigger();
    QVERIFY(workspace().shown().result != result);
    action("reopenClosed")->trigger();
    QTRY_VERIFY(timeline()->hasContent());
    QVERIFY(workspace().shown().result == result);
    QCOMPARE(timeline()->marks(), marks);
    QCOMPARE(timeline()->axis(), axis);
    action("reopenClosed")->trigger();
    QTRY_VERIFY(workspace().shown().isTrace() && timeline()->hasContent());
    QCOMPARE(workspace().front().displayName(), trace);
    QVERIFY(!action("reopenClosed")->isEnabled());
}

/// The question was answered too soon.
void UndoTest::whatWasDiscardedComesBack()
{
    setKnob(*m_window, "streams", "3");
    answer(QMessageBox::Discard);
    action("closeDocument")->trigger();
    QVERIFY(!workspace().front().isModified());
    action("reopenClosed")->trigger();
    QVERIFY(workspace().front().isModified());
    QCOMPARE(workspace().experiment()->preset().parameters.integer("streams"), std::int64_t{3});
}

void UndoTest::onlyTheLastTabsAreKept()
{
    for (int i = 0; i < 12; ++i) {
        openTrace();
        action("closeDocument")->trigger();
    }
    int count = 0;
    for (; action("reopenClosed")->isEnabled(); ++count)
        action("reopenClosed")->trigger();
    QCOMPARE(count, 10);
}

QTEST_MAIN(UndoTest)
#include "tst_undo.moc"
