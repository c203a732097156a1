// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Whatever a file says is drawn or reported, on the real widget, and never a crash or a hang.
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/support/spans.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QScrollBar>
#include <QTest>

#include <functional>
#include <limits>

using namespace streamscope;
using namespace streamscope::test;

namespace {

using Maker = std::function<void(Timeline &)>;

Span spanAt(Timeline &timeline, std::int64_t start, std::int64_t end, std::int32_t stream = 0)
{
    Span span = kernelSpan(start, end, stream);
    span.name = timeline.intern("work");
    return span;
}

void zeroLength(Timeline &timeline)
{
    for (int i = 0; i < 100; ++i)
        timeline.append(spanAt(timeline, i * 10, i * 10));
}

void onlyOneInstant(Timeline &timeline)
{
    for (int i = 0; i < 100; ++i)
        timeline.append(spanAt(timeline, 5, 5));
}

void reversed(Timeline &timeline)
{
    for (int i = 0; i < 100; ++i)
        timeline.append(spanAt(timeline, i * 100 + 50, i * 100));
}

void overlapping(Timeline &timeline)
{
    for (int i = 0; i < 300; ++i)
        timeline.append(spanAt(timeline, i, 1'000'000 - i));
}

void millionFold(Timeline &timeline)
{
    std::int64_t now = 0;
    for (int i = 0; i < 300; ++i) {
        const std::int64_t length = i % 3 == 0 ? 1 : i % 3 == 1 ? 1'000'000 : 5'000'000'000;
        timeline.append(spanAt(timeline, now, now + length));
        now += length;
    }
}

void endsOfTime(Timeline &timeline)
{
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 4;
    timeline.append(spanAt(timeline, -far, -far + 10));
    timeline.append(spanAt(timeline, 0, 10));
    timeline.append(spanAt(timeline, far - 10, far));
}

void emptyLanes(Timeline &timeline)
{
    for (int i = 1; i < 30; ++i)
        timeline.addStream({std::to_string(i), 0, 0});
    timeline.append(spanAt(timeline, 0, 100, 7));
}

void oddNames(Timeline &timeline)
{
    const std::vector<std::string> names{std::string(),
                                         std::string("\0middle", 7),
                                         "\xff\xfe not UTF-8",
                                         "\xe2\x80\xae right to left",
                                         "e\xcc\x81\xcc\x81\xcc\x81",
                                         "\xf0\x9f\x98\x80\xf0\x9f\x98\x80",
                                         "line\nline\ttab",
                                         "<b>&amp;</b>",
                                         std::string(20'000, 'x')};
    for (std::size_t i = 0; i < names.size() * 20; ++i) {
        Span span = spanAt(timeline, static_cast<std::int64_t>(i) * 100, static_cast<std::int64_t>(i) * 100 + 90);
        span.name = timeline.intern(names[i % names.size()]);
        timeline.append(span);
    }
}

void nameThatIsNotThere(Timeline &timeline)
{
    Span span = spanAt(timeline, 0, 100);
    span.name = 4'000'000'000U;
    timeline.append(span);
}

void contradictingTimes(Timeline &timeline)
{
    for (int i = 0; i < 100; ++i) {
        Span span = spanAt(timeline, i * 100, i * 100 + 50);
        span.ready = i % 2 ? span.end + 1000 : -1'000'000;
        span.issue = span.end + 5;
        span.returned = span.issue - 50;
        timeline.append(span);
    }
}

void tenThousandLanes(Timeline &timeline)
{
    for (int i = 1; i < 10'000; ++i) {
        timeline.addStream({std::to_string(i), i % 8, 0});
        timeline.append(spanAt(timeline, i, i + 100, i));
    }
}

} // namespace

class BadDataTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isDrawn_data();
    void isDrawn();
};

void BadDataTest::isDrawn_data()
{
    QTest::addColumn<Maker>("make");
    QTest::newRow("zero length") << Maker(zeroLength);
    QTest::newRow("only one instant") << Maker(onlyOneInstant);
    QTest::newRow("reversed") << Maker(reversed);
    QTest::newRow("overlapping") << Maker(overlapping);
    QTest::newRow("million-fold different") << Maker(millionFold);
    QTest::newRow("ends of time") << Maker(endsOfTime);
    QTest::newRow("empty lanes") << Maker(emptyLanes);
    QTest::newRow("odd names") << Maker(oddNames);
    QTest::newRow("a name that is not there") << Maker(nameThatIsNotThere);
    QTest::newRow("contradicting times") << Maker(contradictingTimes);
    QTest::newRow("ten thousand lanes") << Maker(tenThousandLanes);
}

void BadDataTest::isDrawn()
{
    QFETCH(Maker, make);
    auto recording = std::make_shared<Recording>();
    recording->timeline.addStream({"0", 0, 0});
    make(recording->timeline);
    const std::size_t spans = recording->timeline.size();
    TimelineWidget widget;
    LaneArrangement arrangement;
    arrangement.grouping = LaneGrouping::Streams;
    widget.state()->setArrangement(arrangement);
    widget.resize(900, 500);
    const auto content = std::make_shared<TimelineContent>(recording);
    widget.setContent(content);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));

    // Nothing is left out: each lies on exactly one stream's lane, and what is in sight adds up.
    std::size_t laid = 0;
    for (const OperationLane *lane : content->operationLanes())
        laid += lane->lane.kind == LaneKind::Stream ? lane->lane.spans.size() : 0;
    QCOMPARE(laid, spans);
    std::uint64_t drawn = 0, wanted = 0;
    for (const SceneBar &bar : widget.state()->scene().bars)
        drawn += bar.waiting ? 0 : bar.count;
    for (const SceneLane &lane : widget.state()->scene().lanes) {
        const OperationLane &shown = *lane.content->operations();
        if (lane.rect.bottom() <= widget.state()->scene().plotRect.bottom()) // else some of its rows are out of sight
            wanted += shown.lane.spans.size();
    }
    QVERIFY2(drawn >= wanted, qPrintable(QStringLiteral("%1 of %2").arg(drawn).arg(wanted)));
    QVERIFY(drawn > 0);

    // Every one can be chosen, told of, shown and listened to, at any zoom.
    for (const std::size_t span : {std::size_t{0}, spans / 2, spans - 1}) {
        widget.state()->selectSpan(static_cast<int>(span));
        QCOMPARE(widget.state()->selectedSpan(), std::optional(static_cast<std::uint32_t>(span)));
        QVERIFY(!spanToolTip(content->timeline(), static_cast<std::uint32_t>(span), 1).isEmpty());
        QVERIFY(!QAccessible::queryAccessibleInterface(&widget)->text(QAccessible::Value).isEmpty());
        for (const int key : {Qt::Key_F, Qt::Key_W, Qt::Key_W, Qt::Key_Period, Qt::Key_Comma, Qt::Key_C, Qt::Key_0}) {
            QTest::keyClick(&widget, static_cast<Qt::Key>(key));
            QVERIFY(!widget.viewport()->grab().isNull());
        }
    }
    widget.verticalScrollBar()->setValue(widget.verticalScrollBar()->maximum());
    QVERIFY(!widget.state()->scene().lanes.empty());
    widget.viewport()->grab();

    // Folded headings and counters, too.
    arrangement.counters = true;
    arrangement.collapsed = {QStringLiteral("group:streams"), QStringLiteral("group:host")};
    widget.state()->setArrangement(arrangement);
    widget.verticalScrollBar()->setValue(0);
    for (const int key : {Qt::Key_0, Qt::Key_W, Qt::Key_W, Qt::Key_F}) {
        QTest::keyClick(&widget, static_cast<Qt::Key>(key));
        QVERIFY(!widget.viewport()->grab().isNull());
        for (const SceneLane &lane : widget.state()->scene().lanes)
            widget.state()->toolTipAt({widget.state()->labelWidth() + 300, lane.rect.center().y()});
    }
}

QTEST_MAIN(BadDataTest)
#include "tst_bad_data.moc"
