// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Replays a trace in the real window, and asks what changes win. With STREAMSCOPE_PICTURES=FOLDER the tests
// leave pictures of the window there.
#include "gui/comparison/comparison_controller.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/main_window.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QStandardPaths>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int answerMs = 30'000; ///< a slow machine under a sanitizer

QString pairPath(const char *name)
{
    return sourcePath(QStringLiteral("tests/data/whatif/") + name);
}

} // namespace

class WhatIfWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void replaysATrace();
    void replaysARange();

private:
    void openTrace(const char *name);
    void takePicture(const char *name);
    QAction *action(const char *name) { return m_window->findChild<QAction *>(QLatin1String(name)); }
    const Shown &shown() { return m_window->workspace().shown(); }
    QString message() { return m_window->messages()->text(); }

    std::unique_ptr<MainWindow> m_window;
};

/// Where pictures are wanted.
void WhatIfWindowTest::takePicture(const char *name)
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (folder.isEmpty())
        return;
    QCoreApplication::processEvents();
    m_window->grab().save(QString("%1/what-if-%2.png").arg(folder, name));
}

void WhatIfWindowTest::openTrace(const char *name)
{
    m_window->openFile(pairPath(name));
    QTRY_VERIFY_WITH_TIMEOUT(shown().isTrace() && shown().content && !m_window->controller().isBusy(), answerMs);
}

void WhatIfWindowTest::replaysATrace()
{
    QVERIFY(!action("replayTrace")->isEnabled()); // an experiment is in front
    openTrace("loader-pin.before.json.gz");
    const auto trace = shown().result;
    action("replayTrace")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    QCOMPARE(compared.run(Side::A).recording.get(), &trace->recording);
    QCOMPARE(compared.run(Side::B).origin, RunOrigin::Predicted);
    QVERIFY2(message().startsWith("Replayed on sim:h200: "), qPrintable(message()));
    QVERIFY2(message().contains(" % off, 95 % of the starts within "), qPrintable(message()));
    takePicture("replay");
    m_window->findChild<ComparisonController *>()->close();
    QCOMPARE(shown().result, trace);
}

/// Only the operations of the range stand on either side.
void WhatIfWindowTest::replaysARange()
{
    openTrace("loader-pin.before.json.gz");
    const auto trace = shown().result;
    QVERIFY(!action("replayRange")->isEnabled());
    const Timeline &timeline = trace->recording.timeline;
    const std::int64_t begin = timeline.begin(), length = timeline.end() - begin;
    m_window->timeline()->state()->setRange(TimeRange{begin + length / 4, begin + length / 2});
    QVERIFY(action("replayRange")->isEnabled());
    action("replayRange")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    QVERIFY(compared.sizeOfA() < timeline.size() / 2);
    for (const ComparedOperation &operation : compared.comparison->operations)
        if (operation.a && isCopy(compared.run(Side::A).recording->timeline.span(*operation.a).kind))
            QVERIFY(operation.b);
    takePicture("range");
    m_window->findChild<ComparisonController *>()->close();
    QCOMPARE(shown().result, trace); // the whole trace is back
}

QTEST_MAIN(WhatIfWindowTest)
#include "tst_what_if_window.moc"
