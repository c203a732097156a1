// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/cupti_delivery.h"
#include "engine/program/errors.h"

#include <QtTest>

#include <new>
#include <stdexcept>
#include <thread>

using namespace streamscope;

/// What CUPTI's threads deliver, without CUPTI.
class TestCuptiDelivery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handsOverOnce();
    void keepsWhatIsThrown_data();
    void keepsWhatIsThrown();
};

namespace {

CuptiRecord kernelOf(std::uint32_t correlation)
{
    CuptiRecord record;
    record.correlation = correlation;
    return record;
}

/// As a C library would call it, on a thread of its own.
template <typename Deliver>
void deliver(CuptiDelivery &delivery, Deliver what)
{
    std::thread([&delivery, what]() noexcept { delivery.receive(what); }).join();
}

QString problemOf(CuptiDelivery &delivery)
{
    try {
        delivery.take();
        return {};
    } catch (const RunError &error) {
        return QString::fromUtf8(error.what());
    }
}

} // namespace

void TestCuptiDelivery::handsOverOnce()
{
    CuptiDelivery delivery;
    for (const std::uint32_t correlation : {7U, 8U})
        deliver(delivery,
                [correlation](CuptiDelivery::Content &content) { content.records.push_back(kernelOf(correlation)); });
    const std::vector<CuptiRecord> taken = delivery.take();
    QCOMPARE(taken.size(), std::size_t{2});
    QCOMPARE(taken[0].correlation, 7U);
    QCOMPARE(taken[1].correlation, 8U);
    QVERIFY(delivery.take().empty());
}

void TestCuptiDelivery::keepsWhatIsThrown_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("says");
    QTest::newRow("memory") << "memory"
                            << "there is not enough memory for CUPTI's records";
    QTest::newRow("other") << "other"
                           << "CUPTI's records were lost: no such kind";
    QTest::newRow("dropped") << "dropped"
                             << "CUPTI dropped 5 records";
}

/// A failure on CUPTI's thread is told to who takes, once, and the next run is as if nothing had been.
void TestCuptiDelivery::keepsWhatIsThrown()
{
    QFETCH(QString, what);
    CuptiDelivery delivery;
    deliver(delivery, [&what](CuptiDelivery::Content &content) {
        content.records.push_back(kernelOf(1));
        if (what == "memory")
            throw std::bad_alloc();
        if (what == "other")
            throw std::runtime_error("no such kind");
        content.dropped += 5;
    });
    deliver(delivery, [](CuptiDelivery::Content &content) { content.records.push_back(kernelOf(2)); });
    QTEST(problemOf(delivery), "says");
    deliver(delivery, [](CuptiDelivery::Content &content) { content.records.push_back(kernelOf(3)); });
    const std::vector<CuptiRecord> taken = delivery.take();
    QCOMPARE(taken.size(), std::size_t{1});
    QCOMPARE(taken[0].correlation, 3U);
}

QTEST_GUILESS_MAIN(TestCuptiDelivery)
#include "tst_cupti_delivery.moc"
