// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/time_text.h"
#include "gui/timeline/text/span_text.h"
#include "tests/support/spans.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestSpanText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTimeNamesItsClock();
    void coarseTimerIsSaid();
    void launchesAndMemoryAreSaid();
};

namespace {

QString factOf(const Timeline &timeline, std::uint32_t span, const QString &wanted)
{
    for (const auto &[label, value] : spanFacts(timeline, span))
        if (label == wanted)
            return value;
    return {};
}

QString clockFact(const Timeline &timeline, std::uint32_t span)
{
    return factOf(timeline, span, "Clock");
}

Timeline oneKernel(Clock clock)
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    Span span = kernelSpan(1'000, 5'000);
    span.clock = clock;
    span.name = timeline.intern("kernel");
    timeline.append(span);
    return timeline;
}

} // namespace

void TestSpanText::everyTimeNamesItsClock()
{
    for (const Clock clock : {Clock::Event, Clock::EventEngine, Clock::GlobalTimer, Clock::Cupti, Clock::Host,
                              Clock::Model, Clock::Imported, Clock::Watch}) {
        const std::string_view name = clockName(clock);
        const QString fact = clockFact(oneKernel(clock), 0);
        QVERIFY2(fact.startsWith(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))),
                 qPrintable(fact));
    }
    QVERIFY(clockFact(oneKernel(Clock::Model), 0).contains("not measured"));
}

void TestSpanText::coarseTimerIsSaid()
{
    Timeline timeline = oneKernel(Clock::GlobalTimer);
    timeline.setGlobalTimerStep(32);
    QVERIFY(!clockFact(timeline, 0).contains("steps"));
    timeline.setGlobalTimerStep(1'000);
    QVERIFY2(clockFact(timeline, 0).contains("in steps of 1"), qPrintable(clockFact(timeline, 0)));
    Timeline watched = oneKernel(Clock::Watch);
    watched.setGlobalTimerStep(1'000);
    QVERIFY(clockFact(watched, 0).contains("in steps of 1"));
    Timeline copies = oneKernel(Clock::EventEngine);
    copies.setGlobalTimerStep(1'000);
    QVERIFY(!clockFact(copies, 0).contains("steps"));
}

/// As far as they are known.
void TestSpanText::launchesAndMemoryAreSaid()
{
    Timeline timeline = oneKernel(Clock::Imported);
    for (const char *label : {"Launched", "Registers", "Shared memory", "Memory"})
        QCOMPARE(factOf(timeline, 0, label), QString());
    timeline.setLaunchShape(0, LaunchShape{{8, 16, 1}, {128, 1, 1}, 122, 12 * 1024});
    QCOMPARE(factOf(timeline, 0, "Launched"), QString("8 × 16 blocks of 128 threads"));
    QCOMPARE(factOf(timeline, 0, "Registers"), QString("122 per thread"));
    QCOMPARE(factOf(timeline, 0, "Shared memory"), bytesText(12 * 1024) + " per block");
    timeline.setLaunchShape(0, LaunchShape{{8, 1, 2}, {}, 0, 0});
    QCOMPARE(factOf(timeline, 0, "Launched"), QString());
    QCOMPARE(factOf(timeline, 0, "Registers"), QString());
    timeline.setLaunchShape(0, LaunchShape{{8, 1, 2}, {32, 4, 1}, 0, 0});
    QCOMPARE(factOf(timeline, 0, "Launched"), QString("8 × 1 × 2 blocks of 32 × 4 threads"));
    Span copy = spanOf(OperationKind::H2D, 0, 10);
    copy.from = MemoryKind::Pageable;
    copy.to = MemoryKind::Device;
    timeline.append(copy);
    QCOMPARE(factOf(timeline, 1, "Memory"), QString("pageable to device"));
}

QTEST_GUILESS_MAIN(TestSpanText)
#include "tst_span_text.moc"
