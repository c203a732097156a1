// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Saves sessions in the real window, opens them in another one, and looks at whether both show the same. With
// STREAMSCOPE_PICTURES=FOLDER each test leaves pictures there.
#include "gui/window/main_window.h"

#include "gui/comparison/comparison_controller.h"
#include "gui/program_editor/program_editor.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/window_recovery.h"
#include "gui/workspace/session/session_file.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace streamscope;
using namespace streamscope::test;

class SessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = firstWindow();
    }
    void cleanup() { m_window.reset(); }

    void everyDocumentComesBackAsItWasShown();
    void knobsAreAsTheyWere();
    void sweepsComeBack();
    void opensBesideWhatIsOpen();
    void savesWhereItWasOpened();
    void asksWhereTheFileIsOutOfDate();
    void saysWhatIsWrong();
    void olderVersionsOpen();
    void killedWindowsComeBackWithTheirRuns();

private:
    /// What the window shows of a document.
    struct Look
    {
        QString title, tab;
        QImage timeline;
        std::optional<std::uint32_t> selected;
        std::optional<TimeRange> range;
        TimelineMarks marks;
        LaneArrangement lanes;
        bool operator==(const Look &) const = default;
    };

    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    QAction *action(const char *name) const { return m_window->findChild<QAction *>(QLatin1String(name)); }
    TimelineState *timeline() const { return m_window->timeline()->state(); }
    Workspace &workspace() const { return m_window->workspace(); }
    DocumentTabs *tabs() const { return m_window->findChild<DocumentTabs *>(); }
    void run();
    void openTrace();
    void compareTheLastTwoRuns();
    void look(int tab, int chunk);
    QList<Look> looks();
    void save(const QString &file);
    void openAnotherWindow();
    void openSession(const QString &file, int wanted);
    void keepPicture(const char *name) const;
    static void keepTimelines(const Look &before, const Look &after);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void SessionTest::run()
{
    const auto former = workspace().shown().result;
    action("run")->trigger();
    QTRY_VERIFY(!m_window->controller().isBusy());
    QTRY_VERIFY(workspace().shown().result && workspace().shown().result != former && workspace().shown().content);
}

/// A copy, which can go.
void SessionTest::openTrace()
{
    QVERIFY(QFile::copy(tracePath(QStringLiteral("chunked_depth.json.gz")), path("trace.json.gz")));
    m_window->openFile(path("trace.json.gz"));
    QTRY_VERIFY(workspace().shown().isTrace() && workspace().shown().content);
}

void SessionTest::compareTheLastTwoRuns()
{
    m_window->findChild<ComparisonController *>()->compareWith(workspace().history().runs().at(1));
    QTRY_VERIFY(workspace().shown().comparison);
}

/// Leaves something of each kind in the view of a tab.
void SessionTest::look(int tab, int chunk)
{
    clickTab(*m_window, tab);
    QTRY_VERIFY(timeline()->hasContent());
    const auto [begin, end] = timeline()->visibleRange();
    timeline()->fitRange(begin + (end - begin) / 5, end - (end - begin) / (3 + chunk));
    timeline()->selectSpan(chunk);
    const auto visible = timeline()->visibleRange();
    timeline()->setRange(TimeRange{visible.first + 1'000, visible.second - 1'000});
    timeline()->changeMarks([&](TimelineMarks &marks) {
        marks.add({visible.first + 2'000, QStringLiteral("note %1: “µs”").arg(tab)});
        marks.bookmarks[3] = TimelineBookmark{timeline()->axis(), 0};
    });
    LaneArrangement lanes = timeline()->arrangement();
    lanes.pinned << laneKeys(timeline()->lanes()).value(1);
    lanes.hidden.insert(laneKeys(timeline()->lanes()).value(2));
    timeline()->setArrangement(lanes);
    Q_EMIT timeline()->arrangementChanged();
}

QList<SessionTest::Look> SessionTest::looks()
{
    QList<Look> looks;
    for (int i = 0; i < tabs()->count(); ++i) {
        clickTab(*m_window, i);
        if (!QTest::qWaitFor([this] { return timeline()->hasContent() || !workspace().shown().result; }))
            qFatal("nothing is drawn");
        m_window->timeline()->clearFocus();
        QCoreApplication::processEvents(); // the scroll bars come with the next layout
        looks.push_back({m_window->windowTitle(), tabs()->tabText(i), m_window->timeline()->grab().toImage(),
                         timeline()->selectedSpan(), timeline()->selectedRange(), timeline()->marks(),
                         timeline()->arrangement()});
    }
    return looks;
}

void SessionTest::save(const QString &file)
{
    m_window->setFileChoosers({}, [file](const QString &, const QString &, const QString &) { return file; });
    action("saveSessionAs")->trigger();
    QTRY_VERIFY2(m_window->messages()->text().contains(QStringLiteral("Saved the session")),
                 qPrintable(m_window->messages()->text()));
}

/// As on another machine: nothing of the first one is there.
void SessionTest::openAnotherWindow()
{
    m_window.reset();
    m_window = firstWindow();
}

void SessionTest::openSession(const QString &file, int wanted)
{
    m_window->openFile(file);
    QTRY_COMPARE(m_window->messages()->text(), QString()); // it says that it is opening
    QCOMPARE(tabs()->count(), wanted);
}

void SessionTest::keepPicture(const char *name) const
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (!folder.isEmpty())
        m_window->grab().save(folder + QLatin1Char('/') + QLatin1String(name));
}

void SessionTest::keepTimelines(const Look &before, const Look &after)
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (folder.isEmpty() || before.timeline == after.timeline)
        return;
    before.timeline.save(folder + QStringLiteral("/timeline-before.png"));
    after.timeline.save(folder + QStringLiteral("/timeline-after.png"));
}

void SessionTest::everyDocumentComesBackAsItWasShown()
{
    run();
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    run();
    compareTheLastTwoRuns();
    openTrace();
    action("newProgram")->trigger();
    m_window->findChild<ProgramEditor *>()->close();
    run();
    QCOMPARE(tabs()->count(), 4);
    for (int tab = 0; tab < 4; ++tab)
        look(tab, tab % 3); // the new program has three operations
    const QList<Look> before = looks();
    clickTab(*m_window, 1);
    keepPicture("session-before.png");
    save(path("all.streamscope"));
    if (qEnvironmentVariableIsSet("STREAMSCOPE_PICTURES"))
        QFile::copy(path("all.streamscope"),
                    qEnvironmentVariable("STREAMSCOPE_PICTURES") + QStringLiteral("/all.streamscope"));
    QVERIFY(QFile::remove(path("trace.json.gz"))); // its timeline is in the session
    openAnotherWindow();
    openSession(path("all.streamscope"), 4);
    QTRY_VERIFY(timeline()->hasContent());
    m_window->keepDocuments(); // the next window is not told to open what is not there
    QVERIFY(Settings::openDocuments().filter(QStringLiteral("trace.json.gz")).isEmpty());
    QCOMPARE(tabs()->currentIndex(), 1);
    QVERIFY(workspace().shown().comparison);
    keepPicture("session-after.png");
    const QList<Look> after = looks();
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(after[i].title, before[i].title);
        QCOMPARE(after[i].tab, before[i].tab);
        QVERIFY2(after[i].marks == before[i].marks && after[i].marks.markers.size() == 1, qPrintable(after[i].tab));
        QVERIFY2(after[i].selected == before[i].selected && after[i].selected, qPrintable(after[i].tab));
        QVERIFY2(after[i].range == before[i].range && after[i].range, qPrintable(after[i].tab));
        QVERIFY2(after[i].lanes == before[i].lanes, qPrintable(after[i].tab));
        keepTimelines(before[i], after[i]);
        QVERIFY2(after[i].timeline == before[i].timeline, qPrintable(after[i].tab));
    }
}

void SessionTest::knobsAreAsTheyWere()
{
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    run();
    QVERIFY(!workspace().shown().isOutdated);
    const auto result = workspace().shown().result;
    save(path("knobs.streamscope"));
    openAnotherWindow();
    openSession(path("knobs.streamscope"), 1); // it takes the place of the preset that nobody touched
    QCOMPARE(m_window->document().preset().parameters.integer("chunks"), 9);
    QVERIFY(m_window->isWindowModified());
    const Shown &shown = workspace().shown();
    QVERIFY(shown.result && !shown.isOutdated && shown.canRun); // the run is of these knobs
    QCOMPARE(shown.result->analysis.summary.makespanNs, result->analysis.summary.makespanNs);
    QCOMPARE(shown.result->finishedAt, result->finishedAt);
    QCOMPARE(workspace().history().runs().size(), std::size_t{1});
    action("undo")->trigger();
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(m_window->document().displayName(), QStringLiteral("large-pipeline"));
}

/// Also where the window was killed, and where the knobs have been turned since.
void SessionTest::sweepsComeBack()
{
    const auto cells = [this] {
        const QAbstractItemModel *model = m_window->findChild<QTableView *>(QStringLiteral("sweepTable"))->model();
        QStringList texts;
        for (int row = 0; row < model->rowCount(); ++row)
            for (int column = 0; column < model->columnCount(); ++column)
                texts << model->index(row, column).data().toString();
        return texts;
    };
    const auto progress = [this] { return m_window->findChild<QLabel *>(QStringLiteral("sweepProgress"))->text(); };
    const QString kept = path("recovery");
    QStringList before;
    {
        WindowRecovery recovery(*m_window, kept);
        action("sweep")->trigger();
        m_window->findChild<QLineEdit *>(QStringLiteral("sweepValues1"))->setText(QStringLiteral("1,2,4"));
        QTest::mouseClick(m_window->findChild<QPushButton *>(QStringLiteral("sweepStart")), Qt::LeftButton);
        QTRY_COMPARE(progress(), QStringLiteral("3 of 3 done"));
        before = cells();
        setKnob(*m_window, "chunks", QStringLiteral("9"));
        save(path("sweep.streamscope"));
        recovery.keeper().keepNow();
    }
    QVERIFY(before.size() >= 12 && before.contains(QStringLiteral("ok")));
    openAnotherWindow();
    openSession(path("sweep.streamscope"), 1);
    QCOMPARE(cells(), before);
    QCOMPARE(progress(), QStringLiteral("3 of 3 done"));
    openAnotherWindow();
    WindowRecovery recovery(*m_window, kept);
    recovery.begin();
    auto *bar = m_window->findChild<MessageBar *>(QStringLiteral("recoveryBar"));
    QVERIFY(!bar->text().isEmpty());
    QTest::mouseClick(bar->findChild<QPushButton *>(), Qt::LeftButton);
    QTRY_COMPARE(cells(), before);
}

void SessionTest::opensBesideWhatIsOpen()
{
    run();
    save(path("one.streamscope"));
    setKnob(*m_window, "chunks", QStringLiteral("9")); // would be lost
    openSession(path("one.streamscope"), 2);
    QCOMPARE(tabs()->currentIndex(), 1);
    QVERIFY(!m_window->isWindowModified());
    clickTab(*m_window, 0);
    QCOMPARE(m_window->document().preset().parameters.integer("chunks"), 9);
}

void SessionTest::savesWhereItWasOpened()
{
    save(path("mine.streamscope"));
    openAnotherWindow();
    openSession(path("mine.streamscope"), 1);
    m_window->setFileChoosers(
        {}, [](const QString &, const QString &, const QString &) -> QString { qFatal("the session has a file"); });
    const QByteArray former = contentOf(path("mine.streamscope"));
    run();
    action("saveSession")->trigger();
    QTRY_VERIFY(m_window->messages()->text().contains(path("mine.streamscope")));
    QVERIFY(contentOf(path("mine.streamscope")).size() > former.size());
}

void SessionTest::asksWhereTheFileIsOutOfDate()
{
    int asked = 0;
    auto button = QMessageBox::Cancel;
    QTimer answer;
    answer.callOnTimeout([&] {
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        if (!box || box->objectName() != QLatin1String("sessionQuestion"))
            return;
        QVERIFY(box->text().contains(QStringLiteral("mine.streamscope")));
        ++asked;
        box->button(button)->click();
    });
    answer.start(0);
    run();
    save(path("mine.streamscope"));
    QVERIFY(m_window->close()); // nothing is other than in the file
    QCOMPARE(asked, 0);
    openAnotherWindow();
    openSession(path("mine.streamscope"), 1);
    QTRY_VERIFY(timeline()->hasContent());
    timeline()->fitRange(1'000, 50'000); // another look at it is no change
    QVERIFY(m_window->close());
    QCOMPARE(asked, 0);
    openAnotherWindow();
    openSession(path("mine.streamscope"), 1);
    run();
    QVERIFY(!m_window->close());
    QCOMPARE(asked, 1);
    const QByteArray former = contentOf(path("mine.streamscope"));
    button = QMessageBox::Discard;
    QVERIFY(m_window->close());
    QCOMPARE(contentOf(path("mine.streamscope")), former);
    button = QMessageBox::Save;
    m_window->show();
    QVERIFY(m_window->close());
    QCOMPARE(asked, 3);
    QVERIFY(contentOf(path("mine.streamscope")) != former);
}

void SessionTest::saysWhatIsWrong()
{
    run();
    save(path("whole.streamscope"));
    const QByteArray whole = contentOf(path("whole.streamscope"));
    const auto refused = [this](const QByteArray &bytes) {
        store(path("broken.streamscope"), bytes);
        m_window->messages()->clear();
        m_window->openFile(path("broken.streamscope"));
        if (!QTest::qWaitFor([this] { return m_window->messages()->kind() == MessageBar::Kind::Error; }))
            qFatal("no message");
        return m_window->messages()->text();
    };
    for (qsizetype length = 8; length < whole.size(); length += 1 + length / 4) {
        const QString said = refused(whole.left(length));
        QVERIFY2(said.contains(path("broken.streamscope") + QStringLiteral(": cut off: the file ends at byte ")),
                 qPrintable(said));
        QCOMPARE(tabs()->count(), 1);
    }
    QByteArray newer = whole;
    newer[8] = 7;
    QVERIFY(refused(newer).contains(QStringLiteral("a session of version 7")));
    keepPicture("session-newer.png");
    m_window->saveSessionTo(path("nowhere/it.streamscope"));
    QTRY_VERIFY2(m_window->messages()->text().contains(QStringLiteral("nowhere")),
                 qPrintable(m_window->messages()->text()));
}

/// Each was saved by everyDocumentComesBackAsItWasShown() of its version.
void SessionTest::olderVersionsOpen()
{
    const QDir folder(sourcePath(QStringLiteral("tests/data/sessions")));
    const QStringList files = folder.entryList({QStringLiteral("*.streamscope")});
    QVERIFY(!files.isEmpty());
    for (const QString &file : files) {
        openAnotherWindow();
        openSession(folder.filePath(file), 4);
        for (const Look &look : looks())
            QVERIFY2(look.selected && look.range && look.marks.markers.size() == 1 && look.lanes.pinned.size() == 1,
                     qPrintable(file + look.tab));
    }
}

/// The same mechanism keeps a session while the window is open.
void SessionTest::killedWindowsComeBackWithTheirRuns()
{
    const QString kept = path("recovery");
    QList<Look> before;
    {
        WindowRecovery recovery(*m_window, kept);
        run();
        setKnob(*m_window, "chunks", QStringLiteral("9"));
        run();
        compareTheLastTwoRuns();
        openTrace();
        for (int tab = 0; tab < 3; ++tab)
            look(tab, tab);
        before = looks();
        clickTab(*m_window, 0);
        recovery.keeper().keepNow();
        // Nothing is closed or let go: what a killed window leaves.
    }
    openAnotherWindow();
    WindowRecovery recovery(*m_window, kept);
    recovery.begin();
    auto *bar = m_window->findChild<MessageBar *>(QStringLiteral("recoveryBar"));
    QVERIFY2(bar->text().contains(QStringLiteral("trace.json.gz")), qPrintable(bar->text()));
    keepPicture("session-offer.png");
    bar->findChildren<QPushButton *>()[0]->click();
    QTRY_COMPARE(tabs()->count(), 3);
    QCOMPARE(tabs()->currentIndex(), 0);
    clickTab(*m_window, 2);
    QTRY_VERIFY(workspace().shown().isTrace() && workspace().shown().content); // read from its file again
    const QList<Look> after = looks();
    for (int i = 0; i < 3; ++i) {
        QVERIFY2(after[i].marks == before[i].marks && after[i].lanes == before[i].lanes, qPrintable(after[i].tab));
        QVERIFY2(after[i].timeline == before[i].timeline, qPrintable(after[i].tab));
    }
    QTRY_VERIFY(QDir(kept).entryList({QStringLiteral("*.session")}, QDir::Dirs)
                == QStringList{QFileInfo(recovery.folder().ownFolder()).fileName()}); // now this window's
    workspace().letGo();
    QVERIFY(QDir(kept).isEmpty());
}

QTEST_MAIN(SessionTest)
#include "tst_session.moc"
