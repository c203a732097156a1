// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the pointer asks first, in three lines: name, duration, and what it waited for and why. All else is in the
// inspector.
#include "gui/window/main_window.h"

#include "engine/formats/text/time_text.h"
#include "gui/results/panels.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/wait_text.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"
#include "tests/support/spans.h"

#include <QAction>
#include <QStandardPaths>
#include <QTest>
#include <QTextDocument>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// A time as text documents give it back.
QString said(std::int64_t ns)
{
    return timeText(ns).replace(QChar(u'\u00a0'), QLatin1Char(' '));
}

QStringList linesOf(const QString &html)
{
    QTextDocument text;
    text.setHtml(html);
    return text.toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

} // namespace

class TooltipsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void theCauseOfAWaitIsSaid();
    void filesWithoutReadyTimesCountFromTheCall();
    void simulatedRunsSayItInThreeLines();
    void importedTracesSayItInThreeLines_data();
    void importedTracesSayItInThreeLines();
    void barsOfTheHostSayTheCall();
    void theInspectorLinksEachCause();

private:
    TimelineState *timeline() const { return m_window->timeline()->state(); }
    void run() const;
    void openTrace(const QString &path) const;
    /// The tooltips of single operations on lanes of `kind`, by operation.
    std::map<std::uint32_t, QStringList> toolTips(LaneKind kind) const;

    std::unique_ptr<MainWindow> m_window;
};

void TooltipsTest::run() const
{
    m_window->findChild<QAction *>("run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(timeline()->content() && !m_window->controller().isBusy(), 20'000);
}

void TooltipsTest::openTrace(const QString &path) const
{
    m_window->openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().isTrace() && timeline()->content(), 60'000);
}

std::map<std::uint32_t, QStringList> TooltipsTest::toolTips(LaneKind kind) const
{
    std::map<std::uint32_t, QStringList> texts;
    const TimelineScene scene = timeline()->scene();
    const auto isWanted = [&](const SceneBar &bar) {
        const OperationLane *lane = scene.operationsOf(bar);
        return lane && lane->lane.kind == kind && bar.count == 1 && !bar.waiting;
    };
    for (const SceneBar &bar : scene.bars.operations())
        if (isWanted(bar))
            if (const auto hit = scene.barAt(bar.rect.center()); hit && hit->span == bar.span && hit->count == 1)
                texts[bar.span] = linesOf(timeline()->toolTipAt(bar.rect.center()));
    return texts;
}

void TooltipsTest::theCauseOfAWaitIsSaid()
{
    Timeline run;
    run.addStream({"0", 0, 0});
    Span first = spanOf(OperationKind::H2D, 1'000, 304'000);
    first.name = run.intern("H2D 0");
    run.append(first);
    Span second = spanOf(OperationKind::H2D, 304'000, 600'000);
    second.name = run.intern("H2D 1");
    second.issue = 500;
    second.ready = 1'000;
    run.append(second);
    QCOMPARE(waitText(run, 1, Dependency{0, 1, DependencyKind::Engine}),
             QStringLiteral("waited %1 for H2D 0: copy engine, host to device").arg(timeText(303'000)));
    QCOMPARE(waitText(run, 1, {}), QStringLiteral("waited ") + timeText(303'000));
    const std::vector<Dependency> links{{0, 1, DependencyKind::Engine}, {1, 2, DependencyKind::Stream}};
    QCOMPARE(lastHolder(run, links, 1)->from, 0U); // not what it holds itself
    QVERIFY(!lastHolder(run, links, 0));
}

void TooltipsTest::filesWithoutReadyTimesCountFromTheCall()
{
    Timeline trace;
    trace.addStream({"7", 0, 0});
    Span before = kernelSpan(10'000, 50'000);
    before.name = trace.intern("gemm");
    trace.append(before);
    Span late = kernelSpan(55'000, 60'000);
    late.issue = 20'000;
    late.ready = unknownTime;
    late.name = trace.intern("relu");
    trace.append(late);
    const Dependency held{0, 1, DependencyKind::Stream};
    QCOMPARE(waitText(trace, 1, held),
             QStringLiteral("waited %1 after its call for gemm: its stream").arg(timeText(35'000)));
    QCOMPARE(waitText(trace, 1, {}), QStringLiteral("started %1 after its call").arg(timeText(35'000)));
    late.issue = 52'000; // the kernel before was over
    trace.append(late);
    QCOMPARE(waitText(trace, 2, Dependency{0, 2, DependencyKind::Stream}),
             QStringLiteral("started %1 after its call").arg(timeText(3'000)));
    late.issue = unknownTime;
    trace.append(late);
    QVERIFY(waitText(trace, 3, held).isEmpty());
}

void TooltipsTest::simulatedRunsSayItInThreeLines()
{
    run();
    const auto texts = toolTips(LaneKind::Stream);
    QVERIFY(texts.size() > 10);
    const Timeline &run = timeline()->content()->timeline();
    bool waits = false;
    for (const auto &[span, lines] : texts) {
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], shortSpanName(run, span));
        QVERIFY2(lines[1].contains(said(run.span(span).duration())), qPrintable(lines[1]));
        const bool isCopyBehindAnother =
            lines[2].startsWith("waited ") && lines[2].endsWith(": copy engine, host to device");
        waits = waits || isCopyBehindAnother;
        QVERIFY2(lines[2] == "did not wait" || lines[2].startsWith("waited "), qPrintable(lines[2]));
    }
    QVERIFY(waits);
}

void TooltipsTest::importedTracesSayItInThreeLines_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("Kineto") << sourcePath("tests/data/whatif/loader-pin.before.json.gz");
    const QString shared =
        qEnvironmentVariable("STREAMSCOPE_TRACES", qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/../shared/traces")
        + "/public/";
    QTest::newRow("PyTorch, public") << shared + "tracelens_b200_eager_pdl.json.gz";
    QTest::newRow("Nsight, public") << shared + "nsysai_mfu_2gpu_before__schema3.25.0.sqlite";
}

void TooltipsTest::importedTracesSayItInThreeLines()
{
    QFETCH(QString, path);
    if (!QFile::exists(path))
        QSKIP("the shared traces are not here");
    openTrace(path);
    const Timeline &trace = timeline()->content()->timeline();
    // The first operations of a file may have been called before it begins, which says nothing of their waiting.
    std::uint32_t called = 0;
    while (called < trace.size() && (trace.issue(called) == unknownTime || trace.span(called).engine == Engine::Host))
        ++called;
    QVERIFY(called < trace.size());
    const Span first = trace.span(called);
    timeline()->fitRange(first.start - first.duration(), first.end + first.duration());
    int reasons = 0;
    for (const auto &[span, lines] : toolTips(LaneKind::Stream)) {
        QVERIFY2(lines.size() == 2 || lines.size() == 3, qPrintable(lines.join(u'|')));
        QCOMPARE(lines[0], shortSpanName(trace, span));
        reasons += lines.size() == 3 ? 1 : 0;
    }
    QVERIFY(reasons > 0);
}

void TooltipsTest::barsOfTheHostSayTheCall()
{
    openTrace(sourcePath("tests/data/whatif/loader-pin.before.json.gz"));
    const Timeline &trace = timeline()->content()->timeline();
    timeline()->fitRange(trace.begin(), trace.begin() + (trace.end() - trace.begin()) / 50);
    auto texts = toolTips(LaneKind::Host);
    for (int tries = 0; texts.empty() && tries < 50; ++tries) {
        timeline()->pan(-400);
        texts = toolTips(LaneKind::Host);
    }
    QVERIFY(!texts.empty());
    bool isCall = false;
    for (const auto &[span, lines] : texts) {
        QVERIFY2(lines.size() <= 3, qPrintable(lines.join(u'|')));
        isCall = isCall || (lines[0].startsWith("cuda") && lines[1].startsWith("API call · "));
        for (const QString &line : lines)
            QVERIFY2(!line.startsWith("waited"), qPrintable(line)); // the operation did, on its own lane
    }
    QVERIFY2(isCall, qPrintable(texts.begin()->second.join(u'|')));
}

void TooltipsTest::theInspectorLinksEachCause()
{
    run();
    const auto texts = toolTips(LaneKind::Stream);
    const auto waiting = std::find_if(texts.begin(), texts.end(), [](const auto &one) {
        return one.second.last().endsWith(": copy engine, host to device");
    });
    QVERIFY(waiting != texts.end());
    timeline()->selectSpan(static_cast<int>(waiting->first));
    auto *panel = m_window->findChild<SelectionPanel *>();
    QTRY_VERIFY(!panel->findItems("Waited for", Qt::MatchExactly, 0).isEmpty());
    QTreeWidgetItem *cause = panel->findItems("Waited for", Qt::MatchExactly, 0).first()->child(0);
    QVERIFY(waiting->second.last().contains(cause->text(1).section(u' ', 1).section(u',', 0, 0)));
    QCOMPARE(cause->text(0), QStringLiteral("its engine"));
    Q_EMIT panel->itemActivated(cause, 1);
    QTRY_VERIFY(timeline()->selectedSpan() != std::optional(waiting->first));
}

QTEST_MAIN(TooltipsTest)
#include "tst_tooltips.moc"
