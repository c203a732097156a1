// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
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
};

namespace {

QString clockFact(const Timeline &timeline, std::uint32_t span)
{
    for (const auto &[label, value] : spanFacts(timeline, span))
        if (label == "Clock")
            return value;
    return {};
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

QTEST_GUILESS_MAIN(TestSpanText)
#include "tst_span_text.moc"
