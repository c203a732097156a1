// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/time_text.h"
#include "gui/timeline/model/time_axis.h"

#include <QTest>

using namespace streamscope;

class TimeAxisTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrips_data();
    void roundTrips();
    void zoomingKeepsTheTimeUnderThePointer();
    void zoomingHasLimits();
    void panningMovesByPixels();
    void fittingShowsTheWholeRange();
    void degenerateRanges();
    void farTimesDoNotWrap();
    void tickSteps_data();
    void tickSteps();
    void firstTicks();
    void times_data();
    void times();
    void exactTimes();
    void ticks();
    void sizesAndRates();
};

void TimeAxisTest::roundTrips_data()
{
    QTest::addColumn<qint64>("origin");
    QTest::addColumn<double>("nsPerPixel");
    QTest::newRow("one to one") << qint64(0) << 1.0;
    QTest::newRow("a microsecond per pixel") << qint64(12'345) << 1000.0;
    QTest::newRow("zoomed far in") << qint64(1'000'000'000'000) << 0.01;
    QTest::newRow("in this century") << qint64(1'780'000'000'000'000'000) << 0.5;
    QTest::newRow("before zero") << qint64(-5'000'000) << 123.456;
}

void TimeAxisTest::roundTrips()
{
    QFETCH(qint64, origin);
    QFETCH(double, nsPerPixel);
    const TimeAxis axis{origin, nsPerPixel};
    for (const double pixels : {0.0, 1.0, 17.0, 1919.0, -40.0}) {
        const std::int64_t ns = axis.xToTime(pixels);
        QVERIFY(std::abs(axis.timeToX(ns) - pixels) <= 0.5 / nsPerPixel + 1e-9);
        QCOMPARE(axis.xToTime(axis.timeToX(ns)), ns);
    }
}

void TimeAxisTest::zoomingKeepsTheTimeUnderThePointer()
{
    const TimeAxis axis{1'000'000, 250};
    const std::int64_t under = axis.xToTime(333);
    for (const double factor : {2.0, 1.2, 0.5, 10.0}) {
        const TimeAxis zoomed = axis.zoomedAt(333, factor);
        QCOMPARE(zoomed.nsPerPixel, 250 / factor);
        QVERIFY(std::abs(zoomed.xToTime(333) - under) <= 1);
    }
}

void TimeAxisTest::zoomingHasLimits()
{
    const TimeAxis axis{0, 1};
    QCOMPARE(axis.zoomedAt(0, 1e30).nsPerPixel, TimeAxis::minimumNsPerPixel);
    QCOMPARE(axis.zoomedAt(0, 1e-30).nsPerPixel, TimeAxis::maximumNsPerPixel);
    QCOMPARE(axis.zoomedAt(5, 0), axis);
    QCOMPARE(axis.zoomedAt(5, -1), axis);
    QCOMPARE(axis.zoomedAt(5, std::numeric_limits<double>::quiet_NaN()), axis);
}

void TimeAxisTest::panningMovesByPixels()
{
    const TimeAxis axis{100, 4};
    QCOMPARE(axis.panned(25).originNs, 200);
    QCOMPARE(axis.panned(25).panned(-25), axis);
}

void TimeAxisTest::fittingShowsTheWholeRange()
{
    const TimeAxis axis = TimeAxis::fitted(1'000, 5'001'000, 1000, 0.01);
    QVERIFY(std::abs(axis.timeToX(1'000) - 10) < 0.01);
    QVERIFY(std::abs(axis.timeToX(5'001'000) - 990) < 0.01);
    QCOMPARE(TimeAxis::fitted(5'001'000, 1'000, 1000, 0.01), axis); // the order does not matter
}

void TimeAxisTest::degenerateRanges()
{
    const TimeAxis point = TimeAxis::fitted(42, 42, 1000);
    QVERIFY(point.nsPerPixel > 0);
    QVERIFY(point.timeToX(42) > 0 && point.timeToX(42) < 1000);
    const TimeAxis noWidth = TimeAxis::fitted(0, 1'000'000, 0);
    QVERIFY(noWidth.nsPerPixel > 0 && std::isfinite(noWidth.nsPerPixel));
}

void TimeAxisTest::farTimesDoNotWrap()
{
    constexpr auto latest = std::numeric_limits<std::int64_t>::max();
    constexpr auto earliest = std::numeric_limits<std::int64_t>::min();
    const TimeAxis axis{earliest + 1, 1000};
    QVERIFY(axis.timeToX(latest) > 0);
    QVERIFY((TimeAxis{0, 1000}).xToTime(1e300) > 0);
    QVERIFY((TimeAxis{0, 1000}).xToTime(-1e300) < 0);
    QCOMPARE((TimeAxis{latest - 5, 10}).xToTime(100), latest);
    QVERIFY(TimeAxis::fitted(earliest, latest, 1000).nsPerPixel > 1e12);
}

void TimeAxisTest::tickSteps_data()
{
    QTest::addColumn<double>("nsPerPixel");
    QTest::addColumn<qint64>("step");
    QTest::newRow("never below a nanosecond") << 0.001 << qint64(1);
    QTest::newRow("exact") << 1.0 << qint64(100);
    QTest::newRow("next is 2") << 1.1 << qint64(200);
    QTest::newRow("next is 5") << 2.1 << qint64(500);
    QTest::newRow("next power") << 5.1 << qint64(1000);
    QTest::newRow("hours") << 1e11 << qint64(10'000'000'000'000);
}

void TimeAxisTest::tickSteps()
{
    QFETCH(double, nsPerPixel);
    QFETCH(qint64, step);
    QCOMPARE(tickStep(nsPerPixel, 100), step);
}

void TimeAxisTest::firstTicks()
{
    QCOMPARE(firstTickAtOrAfter(0, 50), 0);
    QCOMPARE(firstTickAtOrAfter(1, 50), 50);
    QCOMPARE(firstTickAtOrAfter(50, 50), 50);
    QCOMPARE(firstTickAtOrAfter(-1, 50), 0);
    QCOMPARE(firstTickAtOrAfter(-51, 50), -50);
}

void TimeAxisTest::times_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << QStringLiteral("0 ns");
    QTest::newRow("ns") << qint64(512) << QStringLiteral("512 ns");
    QTest::newRow("µs") << qint64(1'234'500 / 1000) << QStringLiteral("1.234 µs");
    QTest::newRow("whole ms") << qint64(4'000'000) << QStringLiteral("4 ms");
    QTest::newRow("ms") << qint64(12'934'567) << QStringLiteral("12.93 ms");
    QTest::newRow("s") << qint64(2'500'000'000) << QStringLiteral("2.5 s");
    QTest::newRow("negative") << qint64(-1'500) << QStringLiteral("-1.5 µs");
}

void TimeAxisTest::times()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(timeText(ns).replace(QChar(u'\u00a0'), QLatin1Char(' ')), text);
}

void TimeAxisTest::exactTimes()
{
    const auto plain = [](std::int64_t ns) { return exactTimeText(ns).replace(QChar(u'\u00a0'), QLatin1Char(' ')); };
    QCOMPARE(plain(1'234'567), QStringLiteral("1.234567 ms"));
    QCOMPARE(plain(1'000'000), QStringLiteral("1 ms"));
    QCOMPARE(plain(-1'000'001), QStringLiteral("-1.000001 ms"));
    QCOMPARE(plain(1'780'000'000'123'456'789), QStringLiteral("1780000000.123456789 s"));
}

void TimeAxisTest::ticks()
{
    const auto plain = [](std::int64_t ns, std::int64_t step, std::int64_t largest) {
        return tickText(ns, step, largest).replace(QChar(u'\u00a0'), QLatin1Char(' '));
    };
    QCOMPARE(plain(0, 500'000, 4'000'000), QStringLiteral("0 ms"));
    QCOMPARE(plain(1'500'000, 500'000, 4'000'000), QStringLiteral("1.5 ms"));
    QCOMPARE(plain(2'000'000, 1'000'000, 4'000'000), QStringLiteral("2 ms"));
    QCOMPARE(plain(2'000'010, 10, 4'000'000), QStringLiteral("2.00001 ms"));
}

void TimeAxisTest::sizesAndRates()
{
    QCOMPARE(bytesText(0), QStringLiteral("0\u00a0B"));
    QCOMPARE(bytesText(1536), QStringLiteral("1.5\u00a0KiB"));
    QCOMPARE(bytesText(std::uint64_t{256} << 20), QStringLiteral("256\u00a0MiB"));
    QCOMPARE(bandwidthText(1'000'000, 1'000), QStringLiteral("1000\u00a0GB/s"));
    QCOMPARE(bandwidthText(16'777'216, 331'000), QStringLiteral("50.7\u00a0GB/s"));
    QVERIFY(bandwidthText(5, 0).isEmpty());
}

QTEST_GUILESS_MAIN(TimeAxisTest)
#include "tst_time_axis.moc"
