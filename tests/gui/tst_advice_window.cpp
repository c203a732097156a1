// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Advice in the real window. With STREAMSCOPE_PICTURES=FOLDER the tests leave pictures of the window there.
#include "gui/comparison/comparison_controller.h"
#include "gui/parameters/experiment_tree.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/main_window.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>
#include <QTextBlock>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int answerMs = 30'000; ///< a slow machine under a sanitizer

/// The links of a text, in order.
QStringList linksOf(const QTextBrowser &browser)
{
    QStringList links;
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (const QString link = part.fragment().charFormat().anchorHref(); !link.isEmpty())
                links << link;
    return links;
}

} // namespace

class AdviceWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void thePageSaysHowFarTheTrialsAre();
    void oneClickAppliesAChangeToATrace();
    void whatMayWinCanBeApplied();
    void oneClickTurnsTheKnobsOfAnExperiment();
    void aChangeWithoutAKnobGoesIntoTheList();
    void tuningShowsTheBestCombination();
    void tuningCanBeStopped();
    void aTunedRunHasNoLinks();
    void theSelectedOperationIsExplained();

private:
    FindingsPanel *findings() { return m_window->findChild<FindingsPanel *>(); }
    const Shown &shown() { return m_window->workspace().shown(); }
    QAction *action(const char *name) { return m_window->findChild<QAction *>(QLatin1String(name)); }
    void runPreset(const char *name);
    void pressFirstLink() { Q_EMIT findings()->anchorClicked(QUrl(linksOf(*findings()).first())); }
    void takePicture(const char *name);

    std::unique_ptr<MainWindow> m_window;
};

void AdviceWindowTest::takePicture(const char *name)
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (folder.isEmpty())
        return;
    QCoreApplication::processEvents();
    m_window->grab().save(QString("%1/advice-%2.png").arg(folder, name));
}

void AdviceWindowTest::runPreset(const char *name)
{
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset(name));
    QTRY_VERIFY_WITH_TIMEOUT(action("run")->isEnabled(), answerMs);
    action("run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown().result && !m_window->controller().isBusy(), answerMs);
    QTRY_VERIFY_WITH_TIMEOUT(!findings()->isTrying(), answerMs);
}

void AdviceWindowTest::thePageSaysHowFarTheTrialsAre()
{
    QStringList said;
    connect(findings(), &QTextEdit::textChanged, this, [&] { said << findings()->toPlainText().section(u'\n', 0, 0); });
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("pinned-vs-pageable"));
    QTRY_VERIFY_WITH_TIMEOUT(action("run")->isEnabled(), answerMs);
    action("run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown().result && !m_window->controller().isBusy(), answerMs);
    QVERIFY(said.contains(QStringLiteral("Trying changes…")));
    QTRY_VERIFY_WITH_TIMEOUT(!findings()->isTrying(), answerMs);
    QVERIFY2(!said.filter(QRegularExpression(QStringLiteral("^Trying changes: \\d+ of \\d+…$"))).isEmpty(),
             qPrintable(said.join(u'\n')));
    QVERIFY2(!findings()->toPlainText().contains("Trying"), qPrintable(findings()->toPlainText()));
    findings()->showProgress(1, 2, "late"); // of what is over
    QVERIFY(!findings()->toPlainText().contains("late"));
}

void AdviceWindowTest::oneClickAppliesAChangeToATrace()
{
    m_window->openFile(sourcePath("tests/data/whatif/loader-pin.before.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(!findings()->isTrying() && findings()->toPlainText().contains("pin:h2d pageable"),
                             answerMs);
    QVERIFY2(findings()->toPlainText().contains(QStringLiteral("−68.2 %")), qPrintable(findings()->toPlainText()));
    QVERIFY(findings()->toPlainText().contains(QStringLiteral("(pin) →")));
    takePicture("trace");
    pressFirstLink();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    QCOMPARE(compared.run(Side::B).origin, RunOrigin::Predicted);
    QVERIFY(compared.comparison->spanB < compared.comparison->spanA / 2);
    QCOMPARE(m_window->findChild<WhatIfController *>()->list()->size(), 1); // to go on from there
    takePicture("applied");
    QVERIFY(findings()->toPlainText().contains("pin:h2d pageable")); // still those of the trace
}

/// It is no finding, and stands in the summary.
void AdviceWindowTest::whatMayWinCanBeApplied()
{
    m_window->openFile(sourcePath("tests/data/pairs/h200-studio/islands-and-heat-map.before.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(!findings()->isTrying() && findings()->toPlainText().contains("nonblocking may"),
                             answerMs);
    QCOMPARE(linksOf(*findings()), QStringList("apply:nonblocking"));
    takePicture("uncertain");
    pressFirstLink();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    QCOMPARE(shown().comparison->runs->run(Side::B).origin, RunOrigin::Predicted);
}

void AdviceWindowTest::oneClickTurnsTheKnobsOfAnExperiment()
{
    runPreset("pinned-vs-pageable");
    const auto before = shown().result;
    QCOMPARE(linksOf(*findings()).size(), 1);
    pressFirstLink();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    QCOMPARE(compared.run(Side::A).recording.get(), &before->recording);
    QCOMPARE(compared.run(Side::B).origin, RunOrigin::Simulated); // it ran
    QVERIFY(compared.comparison->spanB < compared.comparison->spanA / 4);
    QCOMPARE(m_window->document().preset().parameters.choice("host_memory"), std::string("pinned"));
    QCOMPARE(m_window->findChild<WhatIfController *>()->list()->size(), 0);
    takePicture("knobs");
    action("undo")->trigger();
    QCOMPARE(m_window->document().preset().parameters.choice("host_memory"), std::string("pageable"));
}

/// Work that is left out is no knob.
void AdviceWindowTest::aChangeWithoutAKnobGoesIntoTheList()
{
    runPreset("pinned-vs-pageable");
    Q_EMIT findings()->anchorClicked(QUrl("apply:drop:d2h"));
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    QCOMPARE(shown().comparison->runs->run(Side::B).origin, RunOrigin::Predicted);
    QCOMPARE(m_window->findChild<WhatIfController *>()->list()->size(), 1);
    QCOMPARE(m_window->document().preset().parameters.choice("host_memory"), std::string("pageable"));
}

void AdviceWindowTest::tuningShowsTheBestCombination()
{
    runPreset("pinned-vs-pageable");
    QVERIFY(action("tune")->isEnabled());
    action("tune")->trigger();
    QVERIFY(!action("run")->isEnabled()); // nothing else uses the device
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, 4 * answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    QVERIFY(compared.comparison->spanB < compared.comparison->spanA / 4);
    QCOMPARE(m_window->document().preset().parameters.choice("host_memory"), std::string("pinned"));
    const QString said = m_window->messages()->text();
    QVERIFY2(said.contains("host_memory=pinned") && said.contains("% less") && said.contains("confidence"),
             qPrintable(said));
    takePicture("tuned");
    action("undo")->trigger();
    QCOMPARE(m_window->document().preset().parameters.choice("host_memory"), std::string("pageable"));
}

void AdviceWindowTest::tuningCanBeStopped()
{
    runPreset("pinned-vs-pageable");
    action("tune")->trigger();
    QVERIFY(action("stop")->isEnabled());
    action("stop")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(action("run")->isEnabled(), answerMs);
    QVERIFY(!shown().comparison);
    QCOMPARE(m_window->document().preset().parameters.choice("host_memory"), std::string("pageable"));
}

void AdviceWindowTest::aTunedRunHasNoLinks()
{
    runPreset("large-pipeline");
    QVERIFY(linksOf(*findings()).isEmpty());
    QVERIFY2(findings()->toPlainText().contains("wins 3 %: the run is at"), qPrintable(findings()->toPlainText()));
}

void AdviceWindowTest::theSelectedOperationIsExplained()
{
    runPreset("large-pipeline");
    QVERIFY(!action("explainOperation")->isEnabled());
    m_window->timeline()->state()->selectSpan(40);
    QTRY_VERIFY(action("explainOperation")->isEnabled());
    action("explainOperation")->trigger();
    auto *facts = m_window->findChild<SelectionPanel *>();
    QTRY_VERIFY(!facts->findItems("Waited for", Qt::MatchExactly).isEmpty());
    const QTreeWidgetItem *why = facts->findItems("Waited for", Qt::MatchExactly).first();
    QCOMPARE(why->child(0)->text(0), QString("its stream"));
    QVERIFY2(why->child(0)->text(1).startsWith("39 H2D 13, until 4.6"), qPrintable(why->child(0)->text(1)));
    QVERIFY2(why->child(0)->toolTip(1).startsWith("operation 40 (kernel"), qPrintable(why->child(0)->toolTip(1)));
    QCOMPARE(why->child(1)->text(0), QString("its engine"));
    QVERIFY(!facts->value("Slack").isEmpty());
    takePicture("explained");
}

QTEST_MAIN(AdviceWindowTest)
#include "tst_advice_window.moc"
