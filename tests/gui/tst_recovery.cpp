// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Recovery files: when they exist, which process owns them, which window gets them, and damaged files.
#include "gui/window/recovery_offer.h"
#include "gui/workspace/recovery_file.h"
#include "gui/workspace/recovery_folder.h"
#include "gui/workspace/recovery_keeper.h"

#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/window_recovery.h"
#include "gui/workspace/workspace.h"
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
    void everythingComesBack();
    void strangeFilesAreRefused_data();
    void strangeFilesAreRefused();
    void fileIsThereWhileSomethingIsUnsaved();
    void unwritableFolderIsSaidOnce();
    void theLivingKeepTheirs();
    void offersOneAfterTheOther();
    void closedOffersComeAgain();
    void damagedFilesArePutAside();
    void endlessFilesAreNotRead();
    void logoutAsksOrKeeps();

private:
    QString folder() const { return m_folder->filePath(QStringLiteral("new/recovery")); } // not made yet
    QStringList files(const QString &pattern = QStringLiteral("*")) const
    {
        return QDir(folder()).entryList({pattern}, QDir::Files);
    }
    static KeptWork workNamed(const char *title)
    {
        const Preset preset = builtInPresets(experiments()).front();
        return {QDateTime::currentDateTimeUtc(), {{preset, {}, QLatin1String(title), {}, true}}};
    }
    void leave(const char *name, const QByteArray &data) const
    {
        QDir().mkpath(folder());
        test::store(folder() + QLatin1Char('/') + QLatin1String(name), data);
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

void RecoveryTest::everythingComesBack()
{
    for (const Preset &preset : builtInPresets(experiments())) {
        KeptDocument knobs{preset, {}, QStringLiteral("knobs"), {}, false};
        KeptDocument program = knobs;
        program.preset.experiment = RunSource(buildProgram(*preset.experiment, preset.parameters), "explained");
        program.preset.parameters = Parameters(program.preset.experiment->commonParameters());
        program.path = QStringLiteral("/somewhere/program.json");
        program.unsoundRows = R"({"operations":[{"op":"nonsense"}]})";
        program.isFront = true;
        const KeptWork work{QDateTime::currentDateTimeUtc(), {knobs, program}};
        const KeptWork back = readKeptWork(keptWorkJson(work), "this test", experiments());
        QCOMPARE(back.when.toSecsSinceEpoch(), work.when.toSecsSinceEpoch());
        QVERIFY(back.documents[0].preset.parameters == preset.parameters);
        QVERIFY(back.documents[0].preset.experiment == preset.experiment && !back.documents[0].isFront);
        QCOMPARE(back.documents[0].preset.name, preset.name);
        const KeptDocument &second = back.documents[1];
        QVERIFY2(*second.preset.experiment.program() == *program.preset.experiment.program(), preset.name.c_str());
        QVERIFY(second.isFront && second.path == program.path && second.unsoundRows.contains("nonsense"));
    }
}

void RecoveryTest::strangeFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("empty") << QByteArray() << QByteArray("X");
    QTest::newRow("cut") << keptWorkJson(workNamed("a")).chopped(20) << QByteArray("X");
    QTest::newRow("another format") << QByteArray(R"({"format":"streamscope-preset","version":1})")
                                    << QByteArray("streamscope-recovery");
    QTest::newRow("no documents") << QByteArray(
        R"({"format":"streamscope-recovery","version":1,"when":"2026-01-31T12:00:00Z","documents":[]})")
                                  << QByteArray("documents");
    QTest::newRow("no time") << keptWorkJson(workNamed("a")).replace("\"when\": \"", "\"when\": \"x")
                             << QByteArray("when");
    QTest::newRow("content is no object") << QByteArray(
        R"({"format":"streamscope-recovery","version":1,"when":"2026-01-31T12:00:00Z","documents":[{"content":3}]})")
                                          << QByteArray("documents[0]");
}

void RecoveryTest::strangeFilesAreRefused()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, named);
    try {
        readKeptWork(json, "X", experiments());
        QFAIL("it was taken");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains(named), error.what());
    }
}

void RecoveryTest::fileIsThereWhileSomethingIsUnsaved()
{
    Workspace workspace;
    workspace.choose(builtInPresets(experiments()).front());
    RecoveryFolder own(folder());
    RecoveryKeeper keeper(workspace, own);
    keeper.setDelay(0);
    QVERIFY(files().isEmpty());
    workspace.experiment()->setDevice("sim:c1060");
    QTRY_COMPARE(files(QStringLiteral("*.json")).size(), 1);
    workspace.undoGroup()->undo(); // at once: nobody shall be offered what is no change
    QVERIFY(files().isEmpty());

    keeper.setDelay(3'600'000); // what cannot wait does not
    workspace.experiment()->setDevice("sim:c1060");
    QVERIFY(files().isEmpty());
    keeper.keepNow();
    QCOMPARE(files(QStringLiteral("*.json")).size(), 1);
    workspace.experiment()->save(m_folder->filePath(QStringLiteral("saved.json")));
    QVERIFY(files().isEmpty());
    workspace.experiment()->setDevice("sim:k20c");
    keeper.keepNow();
    workspace.letGo();
    QVERIFY(files().isEmpty());
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
    QCOMPARE(files(QStringLiteral("*.json")).size(), 1);
}

/// Two windows in one home.
void RecoveryTest::theLivingKeepTheirs()
{
    RecoveryFolder one(folder()), two(folder());
    one.write("one");
    two.write("two");
    QVERIFY(one.ownFile() != two.ownFile());
    QVERIFY(RecoveryFolder(folder()).takeLeft().empty());
    two.remove();
    QCOMPARE(files(QStringLiteral("*.json")).size(), 1);
    leave("1-dead.json", "left");
    {
        const auto taken = RecoveryFolder(folder()).takeLeft();
        QCOMPARE(taken.size(), std::size_t{1});
        QCOMPARE(taken[0].read(), QByteArray("left"));
        QVERIFY(RecoveryFolder(folder()).takeLeft().empty()); // nothing is offered twice
    }
    QCOMPARE(RecoveryFolder(folder()).takeLeft().size(), std::size_t{1}); // nobody decided: the next one is asked
}

void RecoveryTest::offersOneAfterTheOther()
{
    leave("1-a.json", keptWorkJson(workNamed("first one")));
    leave("2-b.json", keptWorkJson(workNamed("second one")));
    QStringList restored;
    MessageBar bar;
    const RecoveryFolder own(folder());
    RecoveryOffer offer(own, experiments(), &bar, [&](const KeptWork &work) { restored << work.documents[0].title; });
    QVERIFY(offer.begin().isEmpty());
    for (const QPushButton *button : bar.findChildren<QPushButton *>()) { // can be read
        const QPalette colours = button->palette();
        QVERIFY(colours.color(QPalette::Button).lightness() - colours.color(QPalette::ButtonText).lightness() > 120);
    }
    const bool firstIsFirst = bar.text().contains(QStringLiteral("first one"));
    click(bar, "Discard");
    QVERIFY(bar.text().contains(firstIsFirst ? QStringLiteral("second one") : QStringLiteral("first one")));
    QVERIFY(restored.isEmpty());
    QCOMPARE(files(QStringLiteral("*.json")).size(), 1);
    click(bar, "Restore");
    QCOMPARE(restored.size(), 1);
    QVERIFY(bar.isHidden());
    QVERIFY(files().isEmpty());
}

void RecoveryTest::closedOffersComeAgain()
{
    leave("1-a.json", keptWorkJson(workNamed("first one")));
    MessageBar bar;
    {
        const RecoveryFolder own(folder());
        RecoveryOffer offer(own, experiments(), &bar, [](const KeptWork &) {});
        offer.begin();
        bar.clear();
    }
    QCOMPARE(files(), QStringList{QStringLiteral("1-a.json")}); // and its lock is gone
}

void RecoveryTest::damagedFilesArePutAside()
{
    leave("1-a.json", "{\"format\": oops");
    leave("2-b.json", keptWorkJson(workNamed("sound one")));
    MessageBar bar;
    const RecoveryFolder own(folder());
    RecoveryOffer offer(own, experiments(), &bar, [](const KeptWork &) {});
    const QStringList lines = offer.begin();
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines[0].contains(folder() + QStringLiteral("/1-a.json.damaged")), qPrintable(lines[0]));
    QVERIFY(!lines[0].contains(QLatin1Char('\n')));
    QVERIFY(bar.text().contains(QStringLiteral("sound one")));
    QVERIFY(files().contains(QStringLiteral("1-a.json.damaged")));
    QVERIFY(!files().contains(QStringLiteral("1-a.json")));
}

/// Two gibibytes that take no room on the disk would take it in memory.
void RecoveryTest::endlessFilesAreNotRead()
{
    leave("1-a.json", "{");
    QVERIFY(QFile::resize(folder() + QStringLiteral("/1-a.json"), qint64{2} << 30));
    const auto left = RecoveryFolder(folder()).takeLeft();
    QCOMPARE(left.size(), std::size_t{1});
    try {
        left[0].read();
        QFAIL("not refused");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains("1-a.json: is larger than"), error.what());
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
