// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Copies to the device behind memory that goes back to the system.
class TestHeldCopies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void behindCudaFree();
    void behindAPoolThatGivesMemoryBack();
    void noOtherOperations();
};

namespace {

constexpr std::int64_t us = 1'000;

Operation memory(OperationKind kind, int stream)
{
    Operation op;
    op.kind = kind;
    op.stream = stream;
    op.bytes = 8 << 20;
    return op;
}

Operation deviceSync()
{
    Operation op;
    op.kind = OperationKind::Sync;
    op.syncScope = SyncScope::Device;
    return op;
}

/// From the end of the operation `before` to the start of the last one, microseconds.
double heldUs(const Program &program, std::size_t before)
{
    const auto times = simulate(loadDeviceProfile("h200"), program);
    return static_cast<double>(times[program.operations.size() - 1].start - times[before].returned) / us;
}

Program behindFree(const Operation &last)
{
    Program program = emptyProgram(1);
    program.operations = {memory(OperationKind::Alloc, Operation::none), memory(OperationKind::Free, Operation::none),
                          last};
    return program;
}

} // namespace

void TestHeldCopies::behindCudaFree()
{
    const double held = heldUs(behindFree(copyIn(0)), 1);
    QVERIFY2(held > 75 && held < 82, qPrintable(QString::number(held)));
}

/// Whatever the host does meanwhile; a pool that keeps its memory holds nothing.
void TestHeldCopies::behindAPoolThatGivesMemoryBack()
{
    Operation work;
    work.kind = OperationKind::HostWork;
    work.durationNs = 40 * us;
    Program program = emptyProgram(1);
    program.operations = {memory(OperationKind::Alloc, 0), memory(OperationKind::Free, 0), deviceSync(), work,
                          copyIn(0)};
    const double held = heldUs(program, 2);
    QVERIFY2(held > 75 && held < 82, qPrintable(QString::number(held)));
    program.poolReleaseThreshold = std::uint64_t{1} << 40;
    QVERIFY(heldUs(program, 2) < 50);
}

void TestHeldCopies::noOtherOperations()
{
    QVERIFY(heldUs(behindFree(copyBack(0)), 1) < 20);
    QVERIFY(heldUs(behindFree(spin(0, 1, 0.1)), 1) < 20);
}

QTEST_GUILESS_MAIN(TestHeldCopies)
#include "tst_held_copies.moc"
