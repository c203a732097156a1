// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The words that a person reads in the window, and the pages that have nothing to show yet.
#include "gui/window/main_window.h"

#include "gui/comparison/comparison_panel.h"
#include "gui/parameters/explanation_view.h"
#include "gui/results/names_panel.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/results/range_panel.h"
#include "gui/results/repeats_panel.h"
#include "gui/timeline/widget/keys_dialog.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/empty_page.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

using namespace streamscope;
using namespace streamscope::test;

class WordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void knobsAndDevice();
    void aSimulatedRun();
    void aTrace();
    void aRunThatIsStopped();
    void timelineShortcuts();
    void emptyPagesHaveTheirButton();
    void theDescriptionKnowsWhatChanged();
    void markersStayWithTheirDocument();

private:
    template <typename T>
    T *child(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    /// Of all labels and buttons in `widget`, without the signs of shortcuts.
    static QStringList textsIn(const QWidget &widget);
    TimelineState *timeline() const { return m_window->timeline()->state(); }
    void run() const;

    std::unique_ptr<MainWindow> m_window;
};

QStringList WordsTest::textsIn(const QWidget &widget)
{
    QStringList texts;
    for (const QLabel *label : widget.findChildren<QLabel *>())
        texts << label->text().remove(u'&');
    for (const QAbstractButton *button : widget.findChildren<QAbstractButton *>())
        texts << button->text().remove(u'&');
    return texts;
}

void WordsTest::run() const
{
    child<QAction>("run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(timeline()->content() && !m_window->controller().isBusy(), 20'000);
}

void WordsTest::knobsAndDevice()
{
    const QStringList knobs = textsIn(*child<ParameterForm>("parameterForm"));
    QVERIFY(knobs.contains("Data size"));
    QVERIFY(knobs.contains("Buffers"));
    QTRY_VERIFY(m_window->workspace().device());
    const auto *device = m_window->findChild<DevicePanel *>();
    for (const char *label : {"Copy engines", "Concurrent kernels"})
        QVERIFY2(!device->value(QLatin1String(label)).isEmpty(), label);
    QVERIFY(device->value("asyncEngineCount").isEmpty());
}

void WordsTest::aSimulatedRun()
{
    run();
    QCOMPARE(child<QLabel>("figure_origin")->text(), QStringLiteral("model"));
    QVERIFY(textsIn(*child<QWidget>("summaryBar")).contains("Check"));
    QVERIFY(textsIn(*child<QWidget>("summaryBar")).contains("n/a (simulated)"));
    timeline()->selectSpan(1);
    const auto *facts = m_window->findChild<SelectionPanel *>();
    QVERIFY(!facts->value("Duration").isEmpty());
    QVERIFY(!facts->value("API call").isEmpty());
    timeline()->setRange(TimeRange{0, timeline()->content()->endNs()});
    auto *range = child<RangePanel>("rangePanel");
    QTRY_VERIFY(!range->findItems("Any active (union)", Qt::MatchExactly | Qt::MatchRecursive, 0).isEmpty());
    for (const QTreeWidgetItem *sum : range->findItems("Sum", Qt::MatchExactly | Qt::MatchRecursive, 0))
        QVERIFY2(sum->text(1).contains(" summed over "), qPrintable(sum->text(1)));
    openPage(*m_window, child<NamesPanel>("namesPanel"));
    QVERIFY2(child<QLabel>("namesSum")->text().contains(" summed over "),
             qPrintable(child<QLabel>("namesSum")->text()));
    QVERIFY(child<QComboBox>("namesScope")->findText("Visible span") >= 0);
    QVERIFY(child<QAction>("pictureVisible")->text().remove(u'&').contains("visible span"));
}

void WordsTest::aTrace()
{
    m_window->openFile(sourcePath("tests/data/whatif/loader-pin.before.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().isTrace() && timeline()->content(), 20'000);
    QVERIFY(textsIn(*child<QWidget>("summaryBar")).contains("Imported"));
    const Timeline &trace = timeline()->content()->timeline();
    std::uint32_t kernel = 0;
    while (kernel < trace.size() && !(trace.kinds()[kernel] == OperationKind::Kernel && trace.launchShape(kernel)))
        ++kernel;
    QVERIFY(kernel < trace.size());
    timeline()->selectSpan(static_cast<int>(kernel));
    QVERIFY2(m_window->findChild<SelectionPanel *>()->value("Launched").contains("blocks of"),
             qPrintable(m_window->findChild<SelectionPanel *>()->value("Launched")));
}

void WordsTest::aRunThatIsStopped()
{
    run();
    m_window->workspace().experiment()->setParameter("chunks", std::int64_t{65536});
    child<QAction>("run")->trigger();
    QVERIFY(m_window->controller().isBusy());
    child<QAction>("stop")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->messages()->text(), QStringLiteral("Stopped. Showing the previous run."),
                              20'000);
}

void WordsTest::timelineShortcuts()
{
    QCOMPARE(child<QAction>("keys")->text().remove(u'&'), QStringLiteral("Timeline shortcuts"));
    child<QAction>("keys")->trigger();
    auto *dialog = m_window->findChild<KeysDialog *>();
    QVERIFY(dialog);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Timeline shortcuts"));
    for (const char *word : {"Preset", "Assign", "Reset"})
        QVERIFY2(textsIn(*dialog).contains(QLatin1String(word)), word);
    dialog->close();
}

/// No page says only that something appears on it later.
void WordsTest::emptyPagesHaveTheirButton()
{
    QTRY_VERIFY(child<QAction>("run")->isEnabled());
    m_window->workspace().setPredicts(false);
    auto *repeats = m_window->findChild<RepeatsPanel *>();
    auto *overlap = m_window->findChild<OverlapView *>();
    auto *comparison = m_window->findChild<ComparisonPanel *>();
    const auto buttonOf = [](const EmptyPage *page) { return page->findChild<QToolButton *>("emptyPageButton"); };
    for (QWidget *page : {static_cast<QWidget *>(repeats), static_cast<QWidget *>(overlap)})
        openPage(*m_window, page);
    QVERIFY(buttonOf(overlap->emptyPage())->isVisible());
    QVERIFY(!buttonOf(repeats->emptyPage())->isHidden());
    openPage(*m_window, comparison);
    QVERIFY(buttonOf(comparison->emptyPage())->isVisible());
    QVERIFY(buttonOf(comparison->emptyPage())->menu());
    auto *findings = child<FindingsPanel>("findings");
    QVERIFY2(findings->toHtml().contains("href=\"run:\""), qPrintable(findings->toPlainText()));
    Q_EMIT findings->anchorClicked(QUrl("run:"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().result, 20'000);
    QVERIFY(!findings->toPlainText().contains("appear here"));
    QVERIFY(!buttonOf(overlap->emptyPage())->isVisible());
}

void WordsTest::theDescriptionKnowsWhatChanged()
{
    const auto *description = m_window->findChild<ExplanationView *>();
    QVERIFY(!description->toPlainText().contains("of other values"));
    setKnob(*m_window, "streams", QStringLiteral("8"));
    QVERIFY2(description->toPlainText().contains("the numbers above are of other values: Streams 4 → 8"),
             qPrintable(description->toPlainText()));
    setKnob(*m_window, "streams", QStringLiteral("4"));
    QVERIFY(!description->toPlainText().contains("of other values"));
}

void WordsTest::markersStayWithTheirDocument()
{
    run();
    timeline()->changeMarks([](TimelineMarks &marks) { marks.add({1'000'000, "mine"}); });
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("two-stream-exercise"));
    run();
    QVERIFY(timeline()->marks().markers.empty());
    clickTab(*m_window, 0);
    QTRY_COMPARE(timeline()->marks().markers.size(), std::size_t{1});
}

QTEST_MAIN(WordsTest)
#include "tst_words.moc"
