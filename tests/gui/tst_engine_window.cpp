// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The engine process of a window fails in every way: the window says it, keeps what it has, and the next run works.
#include "engine/formats/files/program_file.h"
#include "engine/run/devices.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/engine/faults.h"
#include "tests/support/experiment_runs.h"
#include "tests/support/files.h"

#include <QAction>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

class EngineWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void cleanupTestCase() { useEngineProcess(InEngine::Nothing); }
    void faultsLoseOneRun_data();
    void faultsLoseOneRun();
    void aHangingRunIsStopped();

private:
    /// Opens a program of this title.
    void openProgram(const QString &title);
    void run() { m_window->findChild<QAction *>("run")->trigger(); }
    QString message() const { return m_window->messages()->text(); }

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void EngineWindowTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    useEngineProcess(InEngine::Everything, qEnvironmentVariable("STREAMSCOPE_FAULTY_ENGINE").toStdString());
}

void EngineWindowTest::openProgram(const QString &title)
{
    ProgramFile file;
    file.program = ExperimentRun::programOf("host-overlap", {});
    file.program.title = title.toStdString();
    file.device = "sim:h200";
    file.parameters = Parameters(runParameters());
    const QString path = m_folder.filePath(QString(title).replace(':', '-') + ".json");
    store(path, programFileJson(file));
    m_window->openFile(path);
}

void EngineWindowTest::faultsLoseOneRun_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("expected");
    QTest::newRow("kill") << "kill"
                          << "The engine process was killed by signal 9 (out of memory?).";
    QTest::newRow("crash") << "crash"
                           << "The engine process crashed (signal 11).";
    QTest::newRow("rubbish") << "rubbish"
                             << "The engine process sent what is no message";
    QTest::newRow("lost") << "lost"
                          << "cudaErrorIllegalAddress";
}

void EngineWindowTest::faultsLoseOneRun()
{
    QFETCH(QString, fault);
    QFETCH(QString, expected);
    openProgram("sound");
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    QSignalSpy failed(&m_window->controller(), &RunController::failed);
    run();
    QVERIFY(finished.wait(20'000));
    const auto earlier = m_window->workspace().shown().result;
    QVERIFY(earlier);
    const int tab = m_window->findChild<DocumentTabs *>()->currentIndex();

    openProgram("fault: " + fault);
    QElapsedTimer time;
    time.start();
    run();
    QVERIFY(failed.wait(20'000));
    qInfo() << "from F5 to the message, with the new engine:" << time.elapsed() << "ms";
#ifdef NDEBUG // a sanitizer takes longer
    QVERIFY(time.elapsed() < 2'000);
#endif
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::Error);
    QVERIFY2(message().startsWith(expected) || message().contains(expected), qPrintable(message()));
    QVERIFY2(message().contains("started again; earlier results are kept. Run again"), qPrintable(message()));
    QVERIFY(!m_window->workspace().shown().result); // nothing of the lost run

    clickTab(*m_window, tab);
    QCOMPARE(m_window->workspace().shown().result, earlier);
    run();
    QVERIFY(finished.wait(20'000));
    QVERIFY(m_window->workspace().shown().result != earlier);
    QCOMPARE(m_window->workspace().shown().result->recording.timeline.size(), earlier->recording.timeline.size());
    QVERIFY(message().isEmpty());
}

void EngineWindowTest::aHangingRunIsStopped()
{
    openProgram("fault: hang");
    QSignalSpy progress(&m_window->controller(), &RunController::progress);
    QSignalSpy stopped(&m_window->controller(), &RunController::stopped);
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    run();
    QVERIFY(progress.wait(20'000));
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(stopped.wait(20'000));
    QVERIFY2(message().contains("did not end the run within 5 s and was killed; the next run starts it again"),
             qPrintable(message()));
    openProgram("sound");
    run();
    QVERIFY(finished.wait(20'000));
}

QTEST_MAIN(EngineWindowTest)
#include "tst_engine_window.moc"
