// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/checks/program_checks.h"
#include "engine/program/errors.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// What no run on a device starts with: each refusal, and beside it what is just possible.
class TestProgramChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void clampsPriorities_data();
    void clampsPriorities();
};

namespace {

/// `limit` away from what the device offers, 0 still fits; on a device of 64 KiB of registers and priorities -5 to 0.
Program asking(const QString &what, int limit)
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 1)};
    KernelWork &work = program.operations[0].kernel.own();
    work.sharedMemory = 0;
    if (what == "stream") {
        program.streams[1].device = 1 + limit;
    } else if (what == "buffer") {
        program.buffers[1].device = 1 + limit;
    } else if (what == "operation") {
        Operation op;
        op.kind = OperationKind::HostWork;
        op.device = 1 + limit;
        program.operations.push_back(op);
    } else if (what == "urgent") {
        program.streams[1].priority = -5 - limit;
    } else if (what == "lax") {
        program.streams[1].priority = limit;
    } else if (what == "threads") {
        work.block = 512 + static_cast<std::uint32_t>(limit);
    } else if (what == "shared memory") {
        work.sharedMemory = (227 << 10) + static_cast<std::uint32_t>(limit);
    } else if (what == "registers") {
        work.block = 512;
        work.registers = 128 + static_cast<std::uint32_t>(limit);
    } else if (what == "problems") {
        for (Operation &op : program.operations)
            op.stream = 7 * limit;
        program.operations.insert(program.operations.end(), static_cast<std::size_t>(limit), program.operations[0]);
    }
    return program;
}

DeviceInfo gpu()
{
    DeviceInfo info = loadDeviceProfile("h200").info;
    info.kind = DeviceKind::Cuda;
    info.id = "cuda:0";
    info.name = "Test GPU";
    info.maxThreadsPerBlock = 512;
    return info;
}

} // namespace

void TestProgramChecks::refuses_data()
{
    QTest::addColumn<QString>("says");
    for (const char *what : {"stream", "buffer", "operation"})
        QTest::newRow(what) << "this needs 3 devices, cuda:0 (Test GPU) has 2; the simulated H200 has 8: "
                               "--device sim:h200";
    QTest::newRow("threads") << "operation 0 (kernel '') needs 513 threads per block; Test GPU offers 512; make the "
                                "block smaller";
    QTest::newRow("shared memory") << "operation 0 (kernel '') needs 232449 bytes of shared memory per block; Test "
                                      "GPU offers 232448; make 'shared_memory' smaller";
    QTest::newRow("registers") << "operation 0 (kernel '') needs 69632 registers per block; Test GPU offers 65536; "
                                  "make 'registers' or the block smaller";
    QTest::newRow("problems") << "operation 0 (kernel) has no stream of the program (and 1 more)";
}

void TestProgramChecks::refuses()
{
    QFETCH(QString, says);
    const QString what = QTest::currentDataTag();
    requireRunnable(asking(what, 0), gpu(), 2);
    try {
        requireRunnable(asking(what, 1), gpu(), 2);
        QFAIL("not refused");
    } catch (const InputError &error) {
        QCOMPARE(QString::fromUtf8(error.what()), says);
    }
}

/// CUDA takes any priority and clamps it.
void TestProgramChecks::clampsPriorities_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("says");
    QTest::newRow("urgent")
        << "h200"
        << "Stream 1 asks for priority -6; NVIDIA H200 offers 0 to -5: it runs with -5, as CUDA does it.";
    QTest::newRow("lax")
        << "h200"
        << "Stream 1 asks for priority 1; NVIDIA H200 offers 0 to -5: it runs with 0, as CUDA does it.";
    QTest::newRow("offered") << "h200"
                             << "";
    QTest::newRow("urgent, none offered")
        << "c1060"
        << "Stream 1 asks for priority -6; %1 offers 0 to 0, no priorities: it runs with 0, as CUDA does it.";
}

void TestProgramChecks::clampsPriorities()
{
    QFETCH(QString, profile);
    QFETCH(QString, says);
    const DeviceInfo device = loadDeviceProfile(profile.toStdString()).info;
    const QString what = QString::fromUtf8(QTest::currentDataTag()).section(QLatin1Char(','), 0, 0);
    const Program program = asking(what, 1);
    requireRunnable(program, device, 2);
    QStringList notes;
    for (const std::string &note : clampedPriorities(program, device))
        notes << QString::fromStdString(note);
    QCOMPARE(notes.join(QLatin1Char('\n')), says.contains("%1") ? says.arg(QString::fromStdString(device.name)) : says);
}

QTEST_GUILESS_MAIN(TestProgramChecks)
#include "tst_program_checks.moc"
