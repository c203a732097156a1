// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>
#include <string>

using namespace streamscope;
using namespace streamscope::test;

/// Which streams wait for the NULL stream, where the file does not say it.
class TestNullStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shortWorkBetweenLongKernels();
};

namespace {

constexpr int few = 4; ///< blocks: kernels could run side by side

bool findsNullStream(const ReplayedRun &run)
{
    return std::ranges::any_of(run.replay->trace.notes, [](const std::string &note) {
        return note.starts_with("1 stream is taken to wait for the NULL stream");
    });
}

} // namespace

/// The waits take 3 % of the time, and so does the replay's error without them.
void TestNullStream::shortWorkBetweenLongKernels()
{
    MadeTrace trace;
    constexpr int turns = 20, turn = 220;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 13).kernel(at, at + 8, 98, 4, few);
        trace.on(1, 7).kernel(at + 5, at + 108, 4, 4, few);
        trace.on(1, 13).kernel(at + 10, at + 114, 98, 4, few).call("cudaDeviceSynchronize", at + 15, 200);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY(findsNullStream(run));
    QVERIFY2(std::abs(run.replay->error()) < 0.015, qPrintable(QString::number(run.replay->error())));
}

QTEST_GUILESS_MAIN(TestNullStream)
#include "tst_null_stream.moc"
