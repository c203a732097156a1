// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>
#include <string>

using namespace streamscope;
using namespace streamscope::test;

/// Threads whose work has an order among each other, and whose calls overlap.
class TestThreadsInOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoIssuedFirstIsNotKnown();
};

namespace {

constexpr int few = 4; ///< blocks: kernels could run side by side

double errorOf(const ReplayedRun &run)
{
    return std::abs(run.replay->error());
}

} // namespace

/// The kernels of a blocking stream and of the NULL stream take turns. The first call of one thread begins first and
/// takes longer: the other thread was first in the driver.
void TestThreadsInOrder::whoIssuedFirstIsNotKnown()
{
    MadeTrace trace;
    trace.on(1, 13).kernel(0, 114, 100, 30, few);
    trace.on(2, 7).kernel(5, 12, 100, 4, few);
    constexpr int turns = 20, turn = 102;
    for (int i = 2; i < turns; ++i)
        trace.on(1 + i % 2, i % 2 == 0 ? 13 : 7).kernel(20 * i, turn * i + 12, 100, 4, few);
    const ReplayedRun run =
        trace.on(1, 13).call("cudaDeviceSynchronize", 20 * turns, (turn - 20) * turns + 15).replayed();
    QVERIFY(std::ranges::any_of(run.replay->trace.notes, [](const std::string &note) {
        return note.starts_with("1 stream is taken to wait for the NULL stream");
    }));
    QVERIFY2(errorOf(run) < 0.05, qPrintable(QString::number(errorOf(run))));
}

QTEST_GUILESS_MAIN(TestThreadsInOrder)
#include "tst_threads_in_order.moc"
