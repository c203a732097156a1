// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

Operation blocks(int stream, int us, std::uint32_t grid, std::uint32_t threads, std::uint32_t kibibytes)
{
    Operation op = spin(stream, grid, us / 1e3);
    op.kernel.own().block = threads;
    op.kernel.own().sharedMemory = kibibytes << 10;
    return op;
}

} // namespace

/// Which SMs take blocks where kernels meet there: when the last kernel of small programs begins on an H200
/// (docs/measurements/block-places.md).
class TestBlockPlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lastKernelBegins_data();
    void lastKernelBegins();
};

void TestBlockPlaces::lastKernelBegins_data()
{
    QTest::addColumn<std::vector<Operation>>("operations");
    QTest::addColumn<double>("us");
    using Operations = std::vector<Operation>;
    // A last wave behind which another kernel waits leaves whole SMs to it (600.6 before), ...
    QTest::newRow("42 % of 2112 places") << Operations{blocks(0, 300, 3000, 128, 0), blocks(1, 300, 3000, 512, 48)}
                                         << 301.9;
    // ... and one whose kernel waits alone goes to all (354 before): in 15 runs each SM had one to seven blocks.
    QTest::newRow("42 % of 1056 places, alone")
        << Operations{blocks(0, 300, 1500, 256, 0), hostWork(350'000), blocks(1, 300, 8, 256, 16)} << 600.6;
    // Also behind waves of its own (1501.4 before), ...
    QTest::newRow("a last wave of four") << Operations{blocks(0, 300, 1500, 256, 0), blocks(1, 300, 3000, 256, 16),
                                                       blocks(2, 300, 1056, 32, 48)}
                                         << 1203.0;
    // ... and for the first blocks of a kernel (1201.1 before).
    QTest::newRow("places of another kernel") << Operations{blocks(0, 300, 528, 256, 0), blocks(1, 300, 528, 1024, 16),
                                                            blocks(2, 300, 264, 32, 0), blocks(3, 300, 66, 32, 16)}
                                              << 902.2;
    // Some SMs take more than others (600.6 before).
    QTest::newRow("room for 100 KiB") << Operations{blocks(0, 300, 3000, 128, 16), blocks(1, 300, 132, 512, 16),
                                                    blocks(2, 100, 160, 256, 16), blocks(3, 300, 132, 128, 100)}
                                      << 402.7;
    // The third kernel fits beside the second, because SMs are divided as for the first (1201.1 before).
    QTest::newRow("a division that stays")
        << Operations{blocks(0, 300, 528, 512, 100), blocks(1, 300, 2112, 256, 16), blocks(2, 300, 1500, 256, 48)}
        << 902.6;
    // Places that were free all the time are taken evenly: the second kernel leaves room on each SM when it has waited.
    QTest::newRow("free all the time") << Operations{blocks(0, 100, 528, 128, 100), blocks(1, 300, 160, 256, 0),
                                                     blocks(2, 100, 1056, 256, 100), blocks(0, 300, 528, 1024, 16)}
                                       << 503.1;
}

void TestBlockPlaces::lastKernelBegins()
{
    QFETCH(const std::vector<Operation>, operations);
    QFETCH(double, us);
    Program program = emptyProgram(4);
    program.operations = operations;
    const std::vector<OperationTimes> times = simulate(loadDeviceProfile("h200"), program);
    const double found = static_cast<double>(times.back().start - times.front().start) / 1e3;
    QVERIFY2(std::abs(found - us) < 5, qPrintable(QString::number(found)));
}

QTEST_GUILESS_MAIN(TestBlockPlaces)
#include "tst_block_places.moc"
