// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/overlap/filter_overlap.h"
#include "engine/formats/reports/overlap_json.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "tests/support/files.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <algorithm>
#include <array>
#include <random>

using namespace streamscope;
using namespace streamscope::test;

namespace {

void add(Timeline &timeline, OperationKind kind, const char *name, std::int64_t start, std::int64_t end,
         std::int32_t stream = 0)
{
    Span span;
    span.kind = kind;
    span.engine = engineOf(kind);
    span.name = timeline.intern(name);
    span.stream = stream;
    span.start = start;
    span.end = end;
    timeline.append(span);
}

Timeline empty()
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    timeline.addStream({"1", 1, 0});
    return timeline;
}

/// Copies [0,100) [200,300) [250,400) and an instant one at 500; products [100,200) [260,280) [390,450); an
/// all-reduce on device 1 [270,420); a synchronisation of the host [0,500).
Timeline sample()
{
    Timeline timeline = empty();
    add(timeline, OperationKind::H2D, "in", 0, 100);
    add(timeline, OperationKind::H2D, "in", 200, 300);
    add(timeline, OperationKind::D2H, "out", 250, 400);
    add(timeline, OperationKind::D2H, "out", 500, 500);
    add(timeline, OperationKind::Kernel, "gemm", 100, 200);
    add(timeline, OperationKind::Kernel, "gemm", 260, 280);
    add(timeline, OperationKind::Kernel, "gemm", 390, 450);
    add(timeline, OperationKind::Kernel, "ncclDevKernel_AllReduce", 270, 420, 1);
    add(timeline, OperationKind::Sync, "cudaDeviceSynchronize", 0, 500, -1);
    return timeline;
}

FilterOverlap overlap(const Timeline &timeline, const std::vector<std::string> &texts, TimeRange range = {},
                      std::int64_t makespan = 500)
{
    return overlapOf(timeline, parseOverlapFilters(texts), range, makespan);
}

using Times = QList<qint64>;

/// Each filter's union, then that of all, the intersection, and what is exposed.
Times times(const FilterOverlap &overlap)
{
    Times result;
    for (const FilterOverlap::Filter &filter : overlap.filters)
        result << filter.unionNs;
    return result << overlap.unionNs << overlap.intersectionNs << overlap.exposedNs;
}

} // namespace

/// Overlap of anything with anything.
class TestFilterOverlap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutOtherTimes();
    void byHand_data();
    void byHand();
    void counts();
    void againstAScan();
    void report();
    void badInput();
    void realTraces_data();
    void realTraces();
};

void TestFilterOverlap::byHand_data()
{
    QTest::addColumn<QStringList>("filters");
    QTest::addColumn<TimeRange>("range");
    QTest::addColumn<Times>("expected");
    const TimeRange all;
    QTest::newRow("copies and products") << QStringList{"copy", "gemm"} << all << Times{300, 180, 450, 30, 270};
    QTest::newRow("the other way round") << QStringList{"gemm", "copy"} << all << Times{180, 300, 450, 30, 150};
    QTest::newRow("touching") << QStringList{"h2d < 150ns", "kernel =100ns"} << all << Times{200, 100, 300, 0, 200};
    QTest::newRow("nested") << QStringList{"=20ns", "copy"} << all << Times{20, 300, 300, 20, 0};
    QTest::newRow("one in itself") << QStringList{"copy", "h2d d2h"} << all << Times{300, 300, 300, 300, 0};
    QTest::newRow("nothing matches") << QStringList{"memset", "kernel"} << all << Times{0, 290, 290, 0, 0};
    QTest::newRow("beside nothing") << QStringList{"kernel", "memset"} << all << Times{290, 0, 290, 0, 290};
    QTest::newRow("communication") << QStringList{"kernel nccl", "kernel !nccl"} << all
                                   << Times{150, 180, 290, 40, 110};
    QTest::newRow("devices") << QStringList{"device:1", "device:0"} << all << Times{150, 450, 450, 150, 0};
    QTest::newRow("three") << QStringList{"nccl", "copy", "gemm"} << all << Times{150, 300, 180, 450, 20, 0};
    QTest::newRow("three, the last") << QStringList{"copy", "gemm", "nccl"} << all
                                     << Times{300, 180, 150, 450, 20, 160};
    QTest::newRow("a range cuts") << QStringList{"copy", "gemm"} << TimeRange{50, 275} << Times{125, 115, 225, 15, 110};
    QTest::newRow("a bound asks the whole operation")
        << QStringList{"copy >=150ns", "gemm"} << TimeRange{300, 400} << Times{100, 10, 100, 10, 90};
    QTest::newRow("an empty range") << QStringList{"copy", "gemm"} << TimeRange{70, 70} << Times{0, 0, 0, 0, 0};
    QTest::newRow("the host only by name") << QStringList{"!gemm", "sync"} << all << Times{320, 500, 500, 320, 0};
}

void TestFilterOverlap::byHand()
{
    QFETCH(QStringList, filters);
    QFETCH(TimeRange, range);
    QFETCH(Times, expected);
    std::vector<std::string> texts;
    for (const QString &filter : filters)
        texts.push_back(filter.toStdString());
    QCOMPARE(times(overlap(sample(), texts, range)), expected);
}

void TestFilterOverlap::counts()
{
    const FilterOverlap whole = overlap(sample(), {"copy", "kernel"});
    QCOMPARE(whole.filters[0].operations, 4U); // the instant one, too
    QCOMPARE(whole.filters[1].operations, 4U);
    const FilterOverlap part = overlap(sample(), {"copy", "kernel"}, {400, 501});
    QCOMPARE(part.filters[0].operations, 1U); // [250,400) ends where the range begins
    QCOMPARE(part.filters[1].operations, 2U);
    QCOMPARE(times(overlap(empty(), {"copy", "kernel"}, {}, 0)), (Times{0, 0, 0, 0, 0}));
}

void TestFilterOverlap::againstAScan()
{
    std::mt19937 random(7);
    Timeline timeline = empty();
    constexpr std::array kinds{OperationKind::H2D, OperationKind::Kernel, OperationKind::Memset};
    for (int i = 0; i < 300; ++i) {
        const auto start = static_cast<std::int64_t>(random() % 5'000);
        add(timeline, kinds[random() % 3], "x", start, start + static_cast<std::int64_t>(random() % 40));
    }
    const TimeRange range{1'000, 4'000};
    std::array<std::vector<bool>, 3> executes;
    executes.fill(std::vector<bool>(5'100));
    for (std::size_t i = 0; i < timeline.size(); ++i)
        for (std::int64_t t = timeline.starts()[i]; t < timeline.ends()[i]; ++t)
            executes[static_cast<std::size_t>(std::ranges::find(kinds, timeline.kinds()[i]) - kinds.begin())]
                    [static_cast<std::size_t>(t)] = true;
    Times expected(6);
    for (auto t = static_cast<std::size_t>(range.begin); t < static_cast<std::size_t>(range.end); ++t) {
        const bool a = executes[0][t], b = executes[1][t], c = executes[2][t];
        const std::array<bool, 6> holds{a, b, c, a || b || c, a && b && c, a && !b && !c};
        for (qsizetype i = 0; i < expected.size(); ++i)
            expected[i] += holds[static_cast<std::size_t>(i)] ? 1 : 0;
    }
    QVERIFY(expected[4] > 0 && expected[5] > 0);
    QCOMPARE(times(overlap(timeline, {"h2d", "kernel", "memset"}, range)), expected);
}

/// Every share with its two terms.
void TestFilterOverlap::report()
{
    const QJsonObject json = toJson(overlap(sample(), {"nccl", "copy"}));
    QCOMPARE(json["makespan_ns"].toInteger(), 500);
    const QJsonObject first = json["filters"].toArray()[0].toObject();
    QCOMPARE(first["filter"].toString(), "nccl");
    QCOMPARE(first["operations"].toInteger(), 1);
    QCOMPARE(first["union_ns"].toInteger(), 150);
    QCOMPARE(first["makespan_percent"].toDouble(), 30.0);
    QCOMPARE(first["intersection_percent"].toDouble(), 100.0 * 130 / 150);
    QCOMPARE(json["union_ns"].toInteger(), 320);
    QCOMPARE(json["union_makespan_percent"].toDouble(), 64.0);
    QCOMPARE(json["intersection_ns"].toInteger(), 130);
    QCOMPARE(json["intersection_makespan_percent"].toDouble(), 26.0);
    QCOMPARE(json["exposed_ns"].toInteger(), 20);
    QCOMPARE(json["exposed_makespan_percent"].toDouble(), 4.0);
    QCOMPARE(json["exposed_percent"].toDouble(), 100.0 * 20 / 150);
    const QJsonObject nothing = toJson(overlap(empty(), {"nccl", "copy"}, {}, 0));
    QVERIFY(nothing["exposed_percent"].isNull() && nothing["union_makespan_percent"].isNull());
}

void TestFilterOverlap::badInput()
{
    const auto said = [](const std::vector<std::string> &texts) -> QString {
        try {
            parseOverlapFilters(texts);
        } catch (const InputError &error) {
            return error.what();
        }
        return {};
    };
    QVERIFY(said({"copy", "kernel", "memset"}).isEmpty());
    QVERIFY(said({}).contains("two or three filters") && said({}).endsWith("0 are given"));
    QVERIFY(said({"copy"}).endsWith("1 is given"));
    QVERIFY(said({"copy", "kernel", "memset", "nccl"}).endsWith("4 are given"));
    QVERIFY(said({"copy", " "}).startsWith("filter 2 is empty"));
    QVERIFY(said({"copy", ">soon"}).startsWith("filter '>soon': \">soon\" is no bound"));
}

void TestFilterOverlap::realTraces_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonObject>("devices");
    const auto addFolder = [](const QString &folder, const QString &prefix) {
        const QJsonObject all = QJsonDocument::fromJson(contentOf(folder + "/expected.json")).object();
        for (auto entry = all.begin(); entry != all.end(); ++entry) {
            QString path = folder + "/" + entry.key();
            if (!QFileInfo::exists(path))
                path = folder + "/" + entry.key().section('/', 1); // ours lie flat
            if (const QJsonObject devices = entry.value().toObject()["devices_active"].toObject(); !devices.isEmpty())
                QTest::newRow(qPrintable(prefix + entry.key())) << path << devices;
        }
    };
    addFolder(tracePath({}), "own ");
    const QString shared = qEnvironmentVariable("STREAMSCOPE_TRACES", sourcePath("../shared/traces"));
    if (QFileInfo::exists(shared + "/expected.json"))
        addFolder(shared, {});
    else
        qWarning("no public traces here: only our own are read (STREAMSCOPE_TRACES names their folder)");
}

/// Against figures that another program computed, per device.
void TestFilterOverlap::realTraces()
{
    QFETCH(QString, path);
    QFETCH(QJsonObject, devices);
    const ImportedTrace trace = importTrace(path.toStdString());
    for (auto entry = devices.begin(); entry != devices.end(); ++entry) {
        const QJsonObject expected = entry.value().toObject(), unions = expected["union_ns"].toObject(),
                          overlaps = expected["overlap_ns"].toObject();
        const std::string on = " device:" + entry.key().toStdString();
        const auto found = [&](const char *a, const char *b) {
            return times(overlap(trace.recording.timeline, {a + on, b + on}));
        };
        const auto terms = [](const QJsonValue &a, const QJsonValue &b, const QJsonValue &both) {
            const qint64 first = a.toInteger(-1), second = b.toInteger(-1), common = both.toInteger(-1);
            return Times{first, second, first + second - common, common, first - common};
        };
        QCOMPARE(found("copy", "kernel"), terms(unions["memcpy"], unions["kernel"], overlaps["kernel&memcpy"]));
        QCOMPARE(found("copy", "kernel").last(), expected["exposed_memcpy_ns"].toInteger(-1));
        QCOMPARE(found("h2d", "d2h"), terms(unions["HtoD"], unions["DtoH"], overlaps["HtoD&DtoH"]));
        QCOMPARE(found("kernel h2d !h2d", "h2d"), terms(unions["kernel"], unions["HtoD"], overlaps["kernel&HtoD"]));
        QCOMPARE(found("kernel nccl", "kernel !nccl"),
                 terms(unions["comm_kernel"], unions["compute_kernel"], overlaps["compute&comm"]));
    }
}

/// The times of one set that are not in another.
void TestFilterOverlap::withoutOtherTimes()
{
    const IntervalSet set({{0, 10}, {20, 30}, {40, 50}});
    using Intervals = std::vector<IntervalSet::Interval>;
    QCOMPARE(set.without(IntervalSet({{5, 25}, {28, 29}})).intervals(),
             (Intervals{{0, 5}, {25, 28}, {29, 30}, {40, 50}}));
    QCOMPARE(set.without(IntervalSet({{-5, 60}})).intervals(), Intervals());
    QCOMPARE(set.without(IntervalSet()).intervals(), set.intervals());
    QCOMPARE(set.without(IntervalSet({{10, 20}, {50, 60}})).intervals(), set.intervals());
    QCOMPARE(IntervalSet().without(set).intervals(), Intervals());
}

QTEST_GUILESS_MAIN(TestFilterOverlap)
#include "tst_filter_overlap.moc"
