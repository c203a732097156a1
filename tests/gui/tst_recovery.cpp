// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Kept sessions: when they exist, which process owns them, which window gets them, and damaged ones.
#include "gui/window/recovery_offer.h"
#include "gui/workspace/session/recovery_folder.h"
#include "gui/workspace/session/recovery_keeper.h"

#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/window_recovery.h"
#include "gui/workspace/workspace.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/files.h"

#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;

class RecoveryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void documentsComeBack();
    void isThereWhileSomethingWouldBeLost();
    void unwritableFolderIsSaidOnce();
    void atMostTenSecondsAreLost();
    void onlyWhatChangedIsWritten();
    void whateverIsMissingTheRestComesBack();
    void theLivingKeepTheirs();
    void offersOneAfterTheOther();
    void closedOffersComeAgain();
    void damagedSessionsArePutAside();
    void endlessFilesAreNotRead();
    void logoutAsksOrKeeps();

private:
    QString folder() const { return m_folder->filePath(QStringLiteral("new/recovery")); } // not made yet
    /// Names of folders, "a.session".
    QStringList kept(const QString &pattern = QStringLiteral("*.session")) const
    {
        return QDir(folder()).entryList({pattern}, QDir::Dirs | QDir::NoDotAndDotDot);
    }
    QStringList filesOf(const QString &session) const
    {
        return QDir(folder() + QLatin1Char('/') + session).entryList(QDir::Files, QDir::Name);
    }
    /// Of the first preset.
    static std::shared_ptr<const RunResult> someRun()
    {
        return runPreset(builtInPresets(experiments()).front().name, "sim:h200");
    }
    static SessionImage imageOf(const KeptSession &session)
    {
        SessionParts parts;
        const QByteArray documents = sessionJson(session, parts, TraceStore::Named);
        return {documents, parts.list()};
    }
    static SessionImage imageNamed(const char *title)
    {
        KeptSession session;
        session.when = QDateTime::currentDateTimeUtc();
        const Preset preset = builtInPresets(experiments()).front();
        session.documents.push_back({QLatin1String(title), {}, KeptExperiment{preset, preset, {}, {}, nullptr}});
        return imageOf(session);
    }
    /// As a window that was killed leaves it. @returns the name of its folder
    QString leave(const SessionImage &image) const
    {
        RecoveryFolder one(folder());
        one.write(one.ticket(), image);
        return QFileInfo(one.ownFolder()).fileName();
    }
    void damage(const QString &session) const
    {
        test::store(folder() + QLatin1Char('/') + session + QStringLiteral("/documents"), "{\"format\": oops");
    }
    static void click(const MessageBar &bar, const char *label)
    {
        for (QPushButton *button : bar.findChildren<QPushButton *>())
            if (button->text() == QLatin1String(label) && !button->isHidden())
                return button->click();
        qFatal("no such button");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RecoveryTest::documentsComeBack()
{
    for (const Preset &preset : builtInPresets(experiments())) {
        KeptExperiment knobs{preset, preset, {}, {}, nullptr}, program = knobs;
        program.preset.experiment = RunSource(buildProgram(*preset.experiment, preset.parameters), "explained");
        program.preset.parameters = Parameters(program.preset.experiment->commonParameters());
        program.path = QStringLiteral("/somewhere/program.json");
        program.unsoundRows = R"({"operations":[{"op":"nonsense"}]})";
        KeptSession session;
        session.when = QDateTime::currentDateTimeUtc();
        session.documents = {{QStringLiteral("knobs"), {}, knobs}, {QStringLiteral("program"), {}, program}};
        session.front = 1;
        leave(imageOf(session));
        const auto left = RecoveryFolder(folder()).takeLeft();
        QCOMPARE(left.size(), std::size_t{1});
        const KeptSession back = loadSessionFiles(left[0].files(), experiments(), {});
        left[0].remove();
        QCOMPARE(back.when.toSecsSinceEpoch(), session.when.toSecsSinceEpoch());
        QCOMPARE(back.front, 1);
        const auto &first = std::get<KeptExperiment>(back.documents[0].content);
        QVERIFY(first.preset.parameters == preset.parameters && first.preset.experiment == preset.experiment);
        QCOMPARE(first.preset.name, preset.name);
        const auto &second = std::get<KeptExperiment>(back.documents[1].content);
        QVERIFY2(*second.preset.experiment.program() == *program.preset.experiment.program(), preset.name.c_str());
        QCOMPARE(second.preset.experiment->explanation(), std::string("explained"));
        QVERIFY(second.path == program.path && second.unsoundRows.contains("nonsense"));
        QVERIFY(second.saved && second.saved->experiment == preset.experiment);
    }
}

void RecoveryTest::isThereWhileSomethingWouldBeLost()
{
    Workspace workspace;
    workspace.choose(builtInPresets(experiments()).front());
    RecoveryFolder own(folder());
    RecoveryKeeper keeper(workspace, own);
    keeper.setPace({0, 0});
    QVERIFY(kept().isEmpty());
    workspace.experiment()->setDevice("sim:c1060");
    QTRY_COMPARE(kept().size(), 1);
    workspace.undoGroup()->undo(); // at once: nobody shall be offered what is no change
    QVERIFY(kept().isEmpty());

    keeper.setPace({3'600'000, 0}); // what cannot wait does not
    workspace.experiment()->setDevice("sim:c1060");
    QVERIFY(kept().isEmpty());
    keeper.keepNow();
    QCOMPARE(kept().size(), 1);
    workspace.experiment()->save(m_folder->filePath(QStringLiteral("saved.json")));
    QVERIFY(kept().isEmpty());
    workspace.experiment()->setResult(someRun()); // a run is work, too
    keeper.keepNow();
    QCOMPARE(kept().size(), 1);
    workspace.letGo();
    QVERIFY(kept().isEmpty());
}

void RecoveryTest::unwritableFolderIsSaidOnce()
{
    QFile inTheWay(m_folder->filePath(QStringLiteral("new")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    Workspace workspace;
    workspace.choose(builtInPresets(experiments()).front());
    RecoveryFolder own(folder());
    RecoveryKeeper keeper(workspace, own);
    QSignalSpy failed(&keeper, &RecoveryKeeper::failed);
    workspace.experiment()->setDevice("sim:c1060");
    keeper.keepNow();
    keeper.keepNow();
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(folder()));
    inTheWay.remove();
    keeper.keepNow();
    QCOMPARE(kept().size(), 1);
}

/// From a change to the begin of its write, whenever it comes; a write of ten million operations takes less than the
/// rest.
void RecoveryTest::atMostTenSecondsAreLost()
{
    const RecoveryKeeper::Pace usual;
    for (qint64 sinceWrite = 0; sinceWrite < 100'000; sinceWrite += 100) {
        const int delay = RecoveryKeeper::delayMs(usual, sinceWrite);
        QVERIFY(delay >= usual.afterChangeMs && delay <= 5'000);
        QVERIFY(sinceWrite + delay >= usual.betweenWritesMs);
    }
    // A change during the wait does not put it off, and one during a write is written next.
    Workspace workspace;
    workspace.choose(builtInPresets(experiments()).front());
    RecoveryFolder own(folder());
    RecoveryKeeper keeper(workspace, own);
    keeper.setPace({50, 50});
    QSignalSpy written(&keeper, &RecoveryKeeper::kept);
    QElapsedTimer since;
    since.start();
    for (int i = 0; written.isEmpty(); ++i) {
        workspace.experiment()->setDevice(i % 2 == 0 ? "sim:c1060" : "sim:k20c");
        QTest::qWait(5);
        QVERIFY(since.elapsed() < 5'000);
    }
    workspace.experiment()->setDevice("sim:c2050");
    const std::string file = QString(own.ownFolder() + QStringLiteral("/documents")).toStdString();
    QTRY_VERIFY_WITH_TIMEOUT(loadSessionDocuments(file, experiments()).contains("sim:c2050"), 5'000);
}

void RecoveryTest::onlyWhatChangedIsWritten()
{
    Workspace workspace;
    workspace.choose(builtInPresets(experiments()).front());
    RecoveryFolder own(folder());
    RecoveryKeeper keeper(workspace, own);
    workspace.experiment()->setResult(someRun());
    keeper.keepNow();
    const QString name = kept().value(0);
    const QStringList files = filesOf(name);
    QCOMPARE(files.size(), 3); // its source, the run, and the documents
    const QString run = folder() + QLatin1Char('/') + name + QLatin1Char('/') + files[1];
    test::store(run, "still mine"); // nobody writes it again
    workspace.experiment()->setDevice("sim:c1060");
    keeper.keepNow();
    QCOMPARE(filesOf(name), files);
    QCOMPARE(test::contentOf(run), QByteArray("still mine"));
    workspace.experiment()->setResult(someRun()); // another one takes its place
    keeper.keepNow();
    QCOMPARE(filesOf(name).size(), 3);
    QVERIFY(!QFile::exists(run));
}

/// Killed before the run was written: the knobs are there. And nothing but whole files is ever there.
void RecoveryTest::whateverIsMissingTheRestComesBack()
{
    Workspace workspace;
    workspace.choose(builtInPresets(experiments()).front());
    workspace.experiment()->setDevice("sim:c1060");
    workspace.experiment()->setResult(someRun());
    const QString name = leave(imageOf(keptSession(workspace)));
    QVERIFY(QFile::remove(folder() + QLatin1Char('/') + name + QLatin1Char('/') + filesOf(name)[1]));
    const auto left = RecoveryFolder(folder()).takeLeft();
    const KeptSession back = loadSessionFiles(left[0].files(), experiments(), {});
    const auto &document = std::get<KeptExperiment>(back.documents[0].content);
    QCOMPARE(document.preset.device, std::string("sim:c1060"));
    QVERIFY(!document.result);
}

/// Two windows in one home.
void RecoveryTest::theLivingKeepTheirs()
{
    RecoveryFolder one(folder()), two(folder());
    one.write(one.ticket(), imageNamed("one"));
    two.write(two.ticket(), imageNamed("two"));
    QVERIFY(one.ownFolder() != two.ownFolder());
    QVERIFY(RecoveryFolder(folder()).takeLeft().empty());
    const std::uint64_t former = two.ticket();
    two.remove();
    two.write(former, imageNamed("late")); // from another thread, perhaps
    QCOMPARE(kept().size(), 1);
    const QString name = leave(imageNamed("left"));
    {
        const auto taken = RecoveryFolder(folder()).takeLeft();
        QCOMPARE(taken.size(), std::size_t{1});
        QCOMPARE(QFileInfo(taken[0].folder()).fileName(), name);
        QVERIFY(RecoveryFolder(folder()).takeLeft().empty()); // nothing is offered twice
    }
    QCOMPARE(RecoveryFolder(folder()).takeLeft().size(), std::size_t{1}); // nobody decided: the next one is asked
}

void RecoveryTest::offersOneAfterTheOther()
{
    leave(imageNamed("first one"));
    leave(imageNamed("second one"));
    int restored = 0;
    MessageBar bar;
    const RecoveryFolder own(folder());
    RecoveryOffer *answered = nullptr;
    RecoveryOffer offer(own, experiments(), &bar, [&](const RecoveryFolder::Left &) {
        ++restored;
        answered->finishFirst();
    });
    answered = &offer;
    QVERIFY(offer.begin().isEmpty());
    for (const QPushButton *button : bar.findChildren<QPushButton *>()) { // can be read
        const QPalette colours = button->palette();
        QVERIFY(colours.color(QPalette::Button).lightness() - colours.color(QPalette::ButtonText).lightness() > 120);
    }
    const bool firstIsFirst = bar.text().contains(QStringLiteral("first one"));
    click(bar, "Discard");
    QVERIFY(bar.text().contains(firstIsFirst ? QStringLiteral("second one") : QStringLiteral("first one")));
    QCOMPARE(restored, 0);
    QCOMPARE(kept().size(), 1);
    click(bar, "Restore");
    QCOMPARE(restored, 1);
    QVERIFY(bar.isHidden());
    QVERIFY(kept().isEmpty());
}

void RecoveryTest::closedOffersComeAgain()
{
    const QString name = leave(imageNamed("first one"));
    MessageBar bar;
    {
        const RecoveryFolder own(folder());
        RecoveryOffer offer(own, experiments(), &bar, [](const RecoveryFolder::Left &) {});
        offer.begin();
        bar.clear();
    }
    QCOMPARE(kept(), QStringList{name});
    QVERIFY(QDir(folder()).entryList(QDir::Files).isEmpty()); // its lock is gone
}

void RecoveryTest::damagedSessionsArePutAside()
{
    const QString damaged = leave(imageNamed("damaged one"));
    leave(imageNamed("sound one"));
    damage(damaged);
    MessageBar bar;
    const RecoveryFolder own(folder());
    RecoveryOffer offer(own, experiments(), &bar, [](const RecoveryFolder::Left &) {});
    const QStringList lines = offer.begin();
    QCOMPARE(lines.size(), 1);
    const QString aside = damaged + QStringLiteral(".damaged");
    QVERIFY2(lines[0].contains(folder() + QLatin1Char('/') + aside), qPrintable(lines[0]));
    QVERIFY(!lines[0].contains(QLatin1Char('\n')));
    QVERIFY(bar.text().contains(QStringLiteral("sound one")));
    QCOMPARE(kept(QStringLiteral("*.damaged")), QStringList{aside});
    QVERIFY(!kept().contains(damaged));
}

/// Two gibibytes that take no room on the disk would take it in memory.
void RecoveryTest::endlessFilesAreNotRead()
{
    const QString name = leave(imageNamed("one"));
    QVERIFY(QFile::resize(folder() + QLatin1Char('/') + name + QStringLiteral("/documents"), qint64{2} << 30));
    const auto left = RecoveryFolder(folder()).takeLeft();
    QCOMPARE(left.size(), std::size_t{1});
    try {
        loadSessionFiles(left[0].files(), experiments(), {});
        QFAIL("not refused");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains("something follows it"), error.what());
    }
}

void RecoveryTest::logoutAsksOrKeeps()
{
    struct Manager
    {
        bool asks, released = false, cancelled = false;
        bool allowsInteraction() const { return asks; }
        void release() { released = true; }
        void cancel() { cancelled = true; }
    };
    int asked = 0, kept = 0;
    bool may = false;
    const auto answer = [&](bool asks) {
        Manager manager{asks};
        answerLogout(
            manager,
            [&] {
                ++asked;
                return may;
            },
            [&] { ++kept; });
        return manager;
    };
    const Manager refused = answer(true);
    QVERIFY(refused.cancelled && !refused.released && asked == 1 && kept == 0);
    may = true;
    const Manager agreed = answer(true);
    QVERIFY(agreed.released && !agreed.cancelled && asked == 2 && kept == 0);
    const Manager silent = answer(false);
    QVERIFY(!silent.cancelled && asked == 2 && kept == 1);
}

QTEST_MAIN(RecoveryTest)
#include "tst_recovery.moc"
