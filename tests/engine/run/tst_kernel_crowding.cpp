// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Kernels that a change brings together share the SMs.
class TestKernelCrowding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsThatComeTogether_data();
    void kernelsThatComeTogether();
    void kernelsThatPart();
    void packedBlocks_data();
    void packedBlocks();
};

namespace {

constexpr int rounds = 10, kernelUs = 50;

/// The kernels' time as a part of what one after the other takes.
double partOf(const WhatIf &shown)
{
    std::int64_t first = 0, last = 0;
    const Timeline &timeline = shown.recording->timeline;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (timeline.kinds()[i] != OperationKind::Kernel)
            continue;
        first = first == 0 ? timeline.starts()[i] : std::min(first, timeline.starts()[i]);
        last = std::max(last, timeline.ends()[i]);
    }
    return static_cast<double>(last - first) / (2.0 * rounds * kernelUs * 1000);
}

} // namespace

void TestKernelCrowding::kernelsThatComeTogether_data()
{
    QTest::addColumn<int>("blocks"); // of 256 threads
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::newRow("16 warps on each SM are nearly all that it can do") << 264 << 0.75 << 0.95;
    QTest::newRow("8 warps leave it more") << 132 << 0.6 << 0.75;
    QTest::newRow("other SMs") << 8 << 0.45 << 0.56;
}

/// In turn on two streams, each behind a wait for the other. Without the waits they ran side by side and took as long
/// as one alone: four threads with a kernel of 264 blocks each were predicted 29 % too fast.
void TestKernelCrowding::kernelsThatComeTogether()
{
    QFETCH(const int, blocks);
    QFETCH(const double, least);
    QFETCH(const double, most);
    MadeTrace trace;
    int at = 0;
    for (int i = 0; i < 2 * rounds; ++i) {
        trace.on(1, 7 + i % 2).kernel(at, at + 6, kernelUs, 4, blocks);
        trace.call("cudaDeviceSynchronize", at + 5, kernelUs + 5);
        at += kernelUs + 12;
    }
    const WhatIf shown = whatIf(whatIfBase(trace.replayed()), {parseChange("unsync")});
    const double part = partOf(shown);
    QVERIFY2(part > least && part < most, qPrintable(QString::number(part)));
}

/// Two at a time took 98 us each; one after the other they take half of that.
void TestKernelCrowding::kernelsThatPart()
{
    MadeTrace trace;
    int at = 0;
    for (int i = 0; i < rounds; ++i) {
        trace.on(1, 7).kernel(at, at + 8, 2 * kernelUs - 2, 4, 264);
        trace.on(1, 8).kernel(at + 5, at + 9, 2 * kernelUs - 2, 4, 264);
        trace.call("cudaDeviceSynchronize", at + 10, 2 * kernelUs + 4);
        at += 2 * kernelUs + 20;
    }
    const WhatIf shown = whatIf(whatIfBase(trace.replayed()), {parseChange("move:kernel,stream=one")});
    const double part = partOf(shown);
    QVERIFY2(part > 1.1 && part < 1.5, qPrintable(QString::number(part)));
}

void TestKernelCrowding::packedBlocks_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("packed");
    QTest::newRow("the kernel that left them few SMs goes") << QStringLiteral("drop:kernel stream:7") << 0;
    QTest::newRow("it stays") << QStringLiteral("host:factor=0.9") << rounds / 2;
}

/// In every second round 64 blocks of 8 warps begin beside a kernel that fills the GPU, and take 180 us; elsewhere 50.
void TestKernelCrowding::packedBlocks()
{
    QFETCH(const QString, change);
    QFETCH(const int, packed);
    constexpr int filling = 8 * 132, few = 64, packedUs = 180;
    MadeTrace trace;
    int at = 0;
    for (int i = 0; i < rounds; ++i) {
        const bool beside = i % 2 == 0;
        trace.on(1, 7).kernel(at, at + 8, 20, 4, filling);
        trace.on(1, 8).kernel(at + 5, at + (beside ? 20 : 40), beside ? packedUs : kernelUs, 4, few);
        trace.call("cudaDeviceSynchronize", at + 10, packedUs + 14);
        at += packedUs + 40;
    }
    const WhatIf shown = whatIf(whatIfBase(trace.replayed()), {parseChange(change.toStdString())});
    const Timeline &timeline = shown.recording->timeline;
    int longOnes = 0;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        longOnes += timeline.kinds()[i] == OperationKind::Kernel && timeline.ends()[i] - timeline.starts()[i] > 150'000;
    QCOMPARE(longOnes, packed);
}

QTEST_GUILESS_MAIN(TestKernelCrowding)
#include "tst_kernel_crowding.moc"
