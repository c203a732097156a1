// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/ranges/device_intervals.h"

#include <QtTest>

using namespace streamscope;

/// What runs on a device at some time, also where a long interval spans short ones.
class TestDeviceIntervals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void beginsOfTheFirst();
    void lengthsByWeight();
    void otherDevices();

private:
    DeviceIntervals m_intervals;
};

void TestDeviceIntervals::init()
{
    m_intervals = {};
    m_intervals.add(0, {50, 60, 2});
    m_intervals.add(0, {0, 100});
    m_intervals.add(0, {10, 20, 3});
    m_intervals.add(0, {120, 130});
    m_intervals.sort();
}

void TestDeviceIntervals::beginsOfTheFirst()
{
    QCOMPARE(m_intervals.firstBegin(0, 30, 40), std::int64_t{0}); // the long one, behind the short one
    QCOMPARE(m_intervals.firstBegin(0, 100, 125), std::int64_t{120});
    QCOMPARE(m_intervals.firstBegin(0, 100, 120), std::int64_t{120}); // half-open: none
    QVERIFY(m_intervals.any(0, 99, 100));
    QVERIFY(!m_intervals.any(0, 100, 120));
    QVERIFY(!m_intervals.any(0, 130, 200));
}

void TestDeviceIntervals::lengthsByWeight()
{
    QCOMPARE(m_intervals.weightedNs(0, 15, 55), 40.0 + 3 * 5 + 2 * 5);
    QCOMPARE(m_intervals.weightedNs(0, 100, 120), 0.0);
    int count = 0;
    m_intervals.forEach(0, 15, 55, [&](const DeviceIntervals::Interval &) { ++count; });
    QCOMPARE(count, 3);
}

void TestDeviceIntervals::otherDevices()
{
    QVERIFY(!m_intervals.any(1, 0, 1'000));
    QCOMPARE(m_intervals.weightedNs(1, 0, 1'000), 0.0);
    QVERIFY(DeviceIntervals().empty());
    QVERIFY(!m_intervals.empty());
}

QTEST_GUILESS_MAIN(TestDeviceIntervals)
#include "tst_device_intervals.moc"
