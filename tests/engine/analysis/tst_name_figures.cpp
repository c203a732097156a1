// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The operations of each name: counted by hand, and against the plain way on many random ones.
#include "engine/analysis/names/name_figures.h"
#include "engine/program/errors.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <thread>

using namespace streamscope;

namespace {

void add(Timeline &timeline, OperationKind kind, const char *name, std::int64_t start, std::int64_t duration)
{
    Span span;
    span.kind = kind;
    span.engine = engineOf(kind);
    span.stream = 0;
    span.name = timeline.intern(name);
    span.issue = span.ready = span.start = start;
    span.end = start + duration;
    timeline.append(span);
}

Timeline threeNames()
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    add(timeline, OperationKind::Kernel, "b", 50, 10);
    add(timeline, OperationKind::Kernel, "a", 100, 5);
    add(timeline, OperationKind::H2D, "a", 0, 100);
    add(timeline, OperationKind::Kernel, "b", 40, 30);
    add(timeline, OperationKind::Kernel, "b", 200, 20);
    add(timeline, OperationKind::Kernel, "b", 300, 30);
    add(timeline, OperationKind::EventRecord, "e", 300, 0);
    return timeline;
}

} // namespace

class NameFiguresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsByHand();
    void groupsByOrigin();
    void countsARangeOrAFilter();
    void agreesWithThePlainWay();
    void canBeStopped();
};

void NameFiguresTest::groupsByOrigin()
{
    Timeline timeline = threeNames();
    HostOrigins &origins = timeline.origins();
    const auto set = [&](std::size_t span, const char *range, const char *operatorName) {
        HostOrigin origin{};
        origin[static_cast<std::size_t>(OriginPart::Range)] = origins.intern(range);
        origin[static_cast<std::size_t>(OriginPart::Operator)] = origins.intern(operatorName);
        origins.set(span, origins.add(origin));
    };
    set(0, "step 0 > forward", "aten::mm");
    set(2, "step 0 > load", "aten::to > aten::copy_");
    set(3, "step 1 > forward", "aten::mm");
    NameScope scope;
    scope.by = OriginPart::Range;
    const std::vector<NameFigures> rows = figuresByName(timeline, scope);
    QCOMPARE(rows.size(), 3u);
    QCOMPARE(labelOf(timeline, rows[0], scope), "load");
    QCOMPARE(rows[0].totalNs, 100);
    QCOMPARE(labelOf(timeline, rows[1], scope), ""); // of spans 1, 4 and 5 nothing is known
    QCOMPARE(rows[1].count, 3u);
    QCOMPARE(labelOf(timeline, rows[2], scope), "forward"); // of both steps
    QCOMPARE(rows[2].totalNs, 40);
    QCOMPARE(operationsOf(timeline, rows[2].kind, rows[2].name, scope), (std::vector<std::uint32_t>{0, 3}));
    QCOMPARE(durationsOf(timeline, rows[2].kind, rows[2].name, scope).size(), 2u);
    scope.by = OriginPart::Operator;
    QCOMPARE(labelOf(timeline, figuresByName(timeline, scope)[0], scope), "aten::copy_");
}

void NameFiguresTest::countsByHand()
{
    const Timeline timeline = threeNames();
    const auto all = figuresByName(timeline);
    QCOMPARE(all.size(), std::size_t{3}); // a kernel and a copy of one name are two; records take no time
    QCOMPARE(all[0].kind, OperationKind::H2D);
    QCOMPARE(all[0].totalNs, 100);
    const NameFigures &b = all[1];
    QCOMPARE(timeline.name(b.name), std::string("b"));
    QCOMPARE(b.count, std::size_t{4});
    QCOMPARE(b.totalNs, 90);
    QCOMPARE(b.shortestNs, 10);
    QCOMPARE(b.medianNs, 30); // 10 20 30 30
    QCOMPARE(b.longestNs, 30);
    QCOMPARE(b.first, 3U);
    QCOMPARE(b.longest, 3U);
    QCOMPARE(operationsOf(timeline, OperationKind::Kernel, b.name), (std::vector<std::uint32_t>{0, 3, 4, 5}));
    QCOMPARE(durationsOf(timeline, OperationKind::Kernel, b.name), (std::vector<std::int64_t>{10, 30, 20, 30}));
    QVERIFY(figuresByName(Timeline()).empty());
}

void NameFiguresTest::countsARangeOrAFilter()
{
    const Timeline timeline = threeNames();
    const auto inRange = figuresByName(timeline, {TimeRange{60, 200}, std::nullopt}); // [60, 200)
    QCOMPARE(inRange.size(), std::size_t{3});
    QCOMPARE(inRange[1].count, std::size_t{1}); // of b only the one from 40 to 70
    QCOMPARE(inRange[1].totalNs, 30);           // whole
    const std::vector<std::uint32_t> some{0, 2, 6};
    const auto found = figuresByName(timeline, {std::nullopt, some});
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(found[1].count, std::size_t{1});
    QCOMPARE(found[1].first, 0U);
}

void NameFiguresTest::agreesWithThePlainWay()
{
    std::mt19937 random(7);
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    std::map<int, std::vector<std::int64_t>> plain;
    for (int i = 0; i < 5'000; ++i) {
        const int name = static_cast<int>(random() % 40);
        const auto duration = static_cast<std::int64_t>(random() % 1'000);
        add(timeline, OperationKind::Kernel, std::to_string(name).c_str(), static_cast<std::int64_t>(random() % 9'000),
            duration);
        plain[name].push_back(duration);
    }
    const WorkSharer threads = [](std::size_t parts, const std::function<void(std::size_t)> &part) {
        std::vector<std::jthread> all;
        for (std::size_t i = 0; i < parts; ++i)
            all.emplace_back([&part, i] { part(i); });
    };
    for (const WorkSharer &share : {WorkSharer(), threads}) {
        const auto figures = figuresByName(timeline, {}, {}, share);
        QCOMPARE(figures.size(), plain.size());
        for (const NameFigures &one : figures) {
            std::vector<std::int64_t> &durations = plain[std::stoi(timeline.name(one.name))];
            std::sort(durations.begin(), durations.end());
            QCOMPARE(one.count, durations.size());
            QCOMPARE(one.medianNs, durations[durations.size() / 2]);
            QCOMPARE(one.shortestNs, durations.front());
            QCOMPARE(one.longestNs, durations.back());
        }
        QVERIFY(std::is_sorted(figures.begin(), figures.end(),
                               [](const auto &a, const auto &b) { return a.totalNs > b.totalNs; }));
    }
}

void NameFiguresTest::canBeStopped()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Cancelled, figuresByName(threeNames(), {}, stop.get_token()));
}

QTEST_GUILESS_MAIN(NameFiguresTest)
#include "tst_name_figures.moc"
