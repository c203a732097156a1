// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Two runs on one axis: each has its own dependencies and its own critical path.
#include "engine/run/named_run.h"
#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/model/run_links.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/sample_runs.h"

#include <QTest>

#include <array>
#include <cstring>

using namespace streamscope;

namespace {

std::shared_ptr<const TimelineContent> comparing(const NamedRun &a, const NamedRun &b)
{
    return std::make_shared<const TimelineContent>(
        std::make_shared<const ComparedRuns>(a, b, ComparisonScale::Absolute));
}

/// The rows of `before` and `after` in which they differ.
std::vector<int> changedRows(const QImage &before, const QImage &after)
{
    std::vector<int> rows;
    for (int y = 0; y < before.height(); ++y)
        if (std::memcmp(before.constScanLine(y), after.constScanLine(y), static_cast<std::size_t>(before.width()) * 4)
            != 0)
            rows.push_back(y);
    return rows;
}

} // namespace

class ComparedPathsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachRunHasItsOwnDependencies();
    void followingStaysInTheRun();
    void criticalPathsOfEitherOrBoth();
    void framesLeaveTheFeet();
};

void ComparedPathsTest::eachRunHasItsOwnDependencies()
{
    const auto first = runPreset("event-pipeline"), second = runPreset("two-stream-exercise");
    const auto content = comparing(namedRun(first), namedRun(second));
    RunLinks links;
    links.setRun(content, nullptr);
    QVERIFY(links.prepare());
    bool hasEvents = false;
    for (const Side side : {Side::A, Side::B}) {
        const RunResult &result = side == Side::A ? *first : *second;
        const RunDependencies own(result.recording.timeline, &result.program);
        const auto [begin, past] = content->compared()->spansOf(side);
        const auto offset = static_cast<std::uint32_t>(begin);
        for (auto span = offset; span < past; ++span) {
            std::vector<Dependency> expected = own.into(span - offset);
            const std::vector<Dependency> later = own.outOf(span - offset);
            expected.insert(expected.end(), later.begin(), later.end());
            for (Dependency &link : expected) {
                link.from += offset;
                link.to += offset;
                hasEvents = hasEvents || link.kind == DependencyKind::Event;
            }
            QCOMPARE(links.of(span), expected);
        }
        const auto path = own.criticalPath();
        QCOMPARE(links.path(side).size(), path.size());
        for (std::size_t i = 0; i < path.size(); ++i) {
            QCOMPARE(links.path(side)[i].span, path[i].span + offset);
            QVERIFY(links.isOnPath(path[i].span + offset));
        }
    }
    QVERIFY(hasEvents);
}

void ComparedPathsTest::followingStaysInTheRun()
{
    const auto run = namedRun(runPreset("two-stream-exercise"));
    TimelineWidget widget;
    widget.resize(1000, 420);
    widget.setContent(comparing(run, run));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const auto ofB = static_cast<int>(run.recording->timeline.size());
    widget.state()->selectSpan(ofB + 2);
    const QImage with = widget.viewport()->grab().toImage();
    QTest::keyClick(&widget, Qt::Key_R);
    QVERIFY(widget.viewport()->grab().toImage() != with); // there were arrows
    QTest::keyClick(&widget, Qt::Key_BracketLeft);
    QCOMPARE(widget.state()->selectedSpan(), std::optional<std::uint32_t>(ofB + 1));
    widget.state()->selectSpan(2);
    QTest::keyClick(&widget, Qt::Key_BracketLeft);
    QCOMPARE(widget.state()->selectedSpan(), std::optional<std::uint32_t>(1));
}

void ComparedPathsTest::criticalPathsOfEitherOrBoth()
{
    const auto run = namedRun(runPreset("two-stream-exercise"));
    TimelineWidget widget;
    widget.resize(1000, 520);
    widget.setContent(comparing(run, run));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const auto grab = [&widget] { return widget.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32); };
    const QImage without = grab();
    const QRectF plot = widget.state()->scene().plotRect;
    // In whose lanes something is framed; the line that names them stands below the last lane.
    const auto framed = [&](const QImage &image) {
        std::array<bool, 2> sides{};
        const std::vector<int> rows = changedRows(without, image);
        for (const SceneLane &lane : widget.state()->scene().lanes)
            for (const int row : rows)
                if (row >= lane.rect.top() && row < lane.rect.bottom())
                    sides[lane.content->side == Side::A ? 0 : 1] = true;
        return sides;
    };
    QVERIFY(widget.state()->scene().lanes.back().rect.bottom() < plot.bottom() - 30);
    QTest::keyClick(&widget, Qt::Key_C);
    QCOMPARE(widget.state()->criticalPath(Side::A).size(), std::size_t{4});
    QCOMPARE(widget.state()->criticalPath(Side::B).size(), std::size_t{4});
    QCOMPARE(widget.state()->criticalPath(Side::B)[0].span - widget.state()->criticalPath(Side::A)[0].span, 6u);
    QCOMPARE(framed(grab()), (std::array{true, true}));
    QTest::keyClick(&widget, Qt::Key_C);
    QCOMPARE(widget.state()->shownPaths(), ShownPaths::OnlyA);
    QCOMPARE(framed(grab()), (std::array{true, false}));
    QVERIFY(widget.state()->criticalPath(Side::B).empty());
    QTest::keyClick(&widget, Qt::Key_C);
    QCOMPARE(framed(grab()), (std::array{false, true}));
    QTest::keyClick(&widget, Qt::Key_C);
    QVERIFY(!widget.state()->showsCriticalPath());
    QCOMPARE(framed(grab()), (std::array{false, false}));
    QCOMPARE(comparedPathsText(ShownPaths::OnlyB, {4, 1}),
             QStringLiteral("Operations of the critical path: this run 1 (double line)"));
    widget.setContent(std::make_shared<TimelineContent>(run.recording)); // one run has but one
    QTest::keyClick(&widget, Qt::Key_C);
    QTest::keyClick(&widget, Qt::Key_C);
    QVERIFY(!widget.state()->showsCriticalPath());
}

void ComparedPathsTest::framesLeaveTheFeet()
{
    const auto kernelsOf = [](std::int64_t lengthNs) {
        NamedRun run;
        run.recording = evenKernels(5, 1'000'000, lengthNs, 0);
        return run;
    };
    TimelineWidget widget;
    widget.resize(1000, 420);
    widget.setContent(comparing(kernelsOf(600'000), kernelsOf(500'000)));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const auto feet = [&widget] {
        const QImage image = widget.viewport()->grab().toImage();
        int pixels = 0;
        for (int y = 0; y < static_cast<int>(widget.state()->scene().plotRect.bottom()); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixelColor(x, y) == shorterColour(TimelineTheme::of(widget.palette())) ? 1 : 0;
        return pixels;
    };
    const int before = feet();
    QVERIFY(before > 500);
    QTest::keyClick(&widget, Qt::Key_C);
    QVERIFY(!widget.state()->criticalPath(Side::B).empty());
    QCOMPARE(feet(), before);
}

QTEST_MAIN(ComparedPathsTest)
#include "tst_compared_paths.moc"
