// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/advice.h"
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Programs that do something at fixed times: nothing makes the next time come sooner.
class TestClockWaits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shorterWorkMakesThePauseLonger();
    void whatIsTooLateGoesOnAtOnce();
    void otherPausesStayAsTheyAre();
    void pausesBeforeCallsWithoutWork();
    void adviceNamesTheClock();
};

namespace {

constexpr int blocks = 16, periodUs = 400;

/// A copy in, a kernel whose length varies, and a wait. `byClock`: a block each 400 us; else 100 us behind the last.
MadeTrace blocksOfSound(bool byClock)
{
    MadeTrace trace;
    for (int i = 0, begin = 0; i < blocks; ++i) {
        const int length = 150 + i * 7 % 29, end = begin + 30 + length;
        trace.copyIn(begin, begin + 6, 20).kernel(begin + 6, begin + 30, length);
        trace.call("cudaStreamSynchronize", begin + 12, end + 5 - begin - 12);
        begin = byClock ? begin + periodUs : end + 105;
    }
    return trace;
}

/// A thread copies blocks in ahead and records, and another one lets its stream wait for that each 400 us, and
/// launches.
MadeTrace loadedBlocks()
{
    MadeTrace trace;
    for (int i = 0; i < blocks; ++i) {
        const int begin = periodUs + i * periodUs, length = 150 + i * 7 % 29, end = begin + 12 + length;
        trace.on(2, 13).copyIn(begin - 340, begin - 334, 20).call("cudaEventRecord", begin - 334, 1);
        trace.on(1, 14).call("cudaStreamWaitEvent", begin, 2).kernel(begin + 3, begin + 12, length);
        trace.call("cudaStreamSynchronize", begin + 9, end + 5 - begin - 9);
    }
    return trace;
}

WhatIf tried(const WhatIfBase &base, const char *change)
{
    return whatIf(base, {parseChange(change)});
}

bool namesTheClock(const WhatIf &result)
{
    return std::ranges::any_of(result.notes, [](const std::string &note) {
        return note.find("end at fixed times, by a clock") != std::string::npos;
    });
}

} // namespace

void TestClockWaits::shorterWorkMakesThePauseLonger()
{
    const WhatIfBase base = whatIfBase(blocksOfSound(true).replayed());
    const WhatIf half = tried(base, "scale:kernel,factor=0.5");
    QVERIFY(namesTheClock(half));
    const std::int64_t won = base.beforeNs() - half.predictedNs; // of the last block alone
    QVERIFY2(won > 50'000 && won < 110'000, qPrintable(QString::number(won)));
}

void TestClockWaits::whatIsTooLateGoesOnAtOnce()
{
    const WhatIfBase base = whatIfBase(blocksOfSound(true).replayed());
    const WhatIf longer = tried(base, "scale:kernel,factor=4"); // 650 us and more for a block each 400
    const double ms = static_cast<double>(longer.predictedNs) / 1e6;
    QVERIFY2(ms > blocks * 0.64 && ms < blocks * 0.78, qPrintable(QString::number(ms)));
}

void TestClockWaits::otherPausesStayAsTheyAre()
{
    const WhatIfBase base = whatIfBase(blocksOfSound(false).replayed());
    const WhatIf half = tried(base, "scale:kernel,factor=0.5");
    QVERIFY(!namesTheClock(half));
    QVERIFY(base.beforeNs() - half.predictedNs > blocks * 70'000);
}

/// Where a wait for an event of the loader comes first behind the pause, the trace shows its call alone.
void TestClockWaits::pausesBeforeCallsWithoutWork()
{
    const WhatIfBase base = whatIfBase(loadedBlocks().replayed());
    const WhatIf half = tried(base, "scale:kernel,factor=0.5");
    QVERIFY(namesTheClock(half));
    const std::int64_t won = base.beforeNs() - half.predictedNs; // of the last block alone
    QVERIFY2(won > 50'000 && won < 110'000, qPrintable(QString::number(won)));
}

void TestClockWaits::adviceNamesTheClock()
{
    const std::string text = adviseTrace(blocksOfSound(true).replayed().trace, {}, {}).summary.text;
    QVERIFY2(text.ends_with("of what the clock that it keeps to allows."), text.c_str());
}

QTEST_GUILESS_MAIN(TestClockWaits)
#include "tst_clock_waits.moc"
