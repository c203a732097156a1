// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/program/errors.h"
#include "engine/program/expected_data.h"
#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// What the experiments promise to show, on the simulated H200.
class TestConcurrencyExperiments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leftover_data();
    void leftover();
    void oneStreamIsSerial();
    void kneePast128();
    void urgentKernelGoesBeforeTheSecondWave();
    void withoutPriorityItWaits();
    void priorityDoesNotActOnCopies();
    void directionsCostEachOther();
    void oneCopyEngineTakesTurns();
    void everyCopyIsChecked();
    void valuesThatDoNotFitAreRefused();

private:
    using Values = std::vector<std::pair<std::string, std::string>>;
    static Program build(const std::string &id, const Values &values);
    static std::vector<OperationTimes> run(const Program &program, const std::string &device = "h200");
    static std::size_t named(const Program &program, const std::string &name);
    /// Within 1 µs after: a block follows another with a small gap.
    static bool near(std::int64_t time, std::int64_t expected) { return time >= expected && time < expected + 1000; }
    /// Bytes per nanosecond over all copies of one kind, from the first one's start to the last one's end.
    static double rate(const Program &program, const std::vector<OperationTimes> &times, OperationKind kind);
};

Program TestConcurrencyExperiments::build(const std::string &id, const Values &values)
{
    const Experiment *experiment = findExperiment(id);
    Parameters parameters = experiment->defaults();
    for (const auto &[name, text] : values)
        parameters.setText(name, text);
    Program program = experiment->build(parameters);
    const auto problems = findProblems(program);
    if (!problems.empty())
        throw std::logic_error(problems.front());
    return program;
}

std::vector<OperationTimes> TestConcurrencyExperiments::run(const Program &program, const std::string &device)
{
    return simulate(loadDeviceProfile(device), program);
}

std::size_t TestConcurrencyExperiments::named(const Program &program, const std::string &name)
{
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (program.operations[i].name == name)
            return i;
    throw std::logic_error("no operation " + name);
}

double TestConcurrencyExperiments::rate(const Program &program, const std::vector<OperationTimes> &times,
                                        OperationKind kind)
{
    std::int64_t begin = INT64_MAX, end = 0;
    double bytes = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (program.operations[i].kind != kind || program.operations[i].chunk < 0)
            continue; // the check at the end is no part of it
        begin = std::min(begin, times[i].start);
        end = std::max(end, times[i].end);
        bytes += static_cast<double>(program.operations[i].bytes);
    }
    return bytes / static_cast<double>(end - begin);
}

void TestConcurrencyExperiments::leftover_data()
{
    QTest::addColumn<QString>("blocks");
    QTest::addColumn<double>("concurrency");
    QTest::newRow("half of the SMs") << "66" << 2.0;
    QTest::newRow("three quarters") << "99" << 1.5;
    QTest::newRow("all") << "132" << 1.0;
    QTest::newRow("twice all") << "264" << 1.0;
}

void TestConcurrencyExperiments::leftover()
{
    QFETCH(QString, blocks);
    QFETCH(double, concurrency);
    const Program program =
        build("concurrent-kernels",
              {{"kernels", "2"}, {"streams", "2"}, {"blocks", blocks.toStdString()}, {"duration_us", "2000"}});
    const double found = kernelConcurrency(program, run(program));
    QVERIFY2(std::abs(found / concurrency - 1) < 0.01, qPrintable(QString::number(found)));
}

void TestConcurrencyExperiments::oneStreamIsSerial()
{
    const Program program = build("concurrent-kernels", {{"streams", "1"}});
    QVERIFY(kernelConcurrency(program, run(program)) <= 1.0);
    const Program eight = build("concurrent-kernels", {});
    QVERIFY(kernelConcurrency(eight, run(eight)) > 7.5); // 8 of 16 blocks each: 128 of 132 SMs
}

void TestConcurrencyExperiments::kneePast128()
{
    const auto makespan = [](const char *kernels) {
        return makespanMs(run(build("concurrent-kernels", {{"kernels", kernels},
                                                           {"streams", kernels},
                                                           {"blocks", "1"},
                                                           {"duration_us", "5000"},
                                                           {"shared_memory", "0"}})));
    };
    const double one = makespan("1"), full = makespan("128"), next = makespan("129");
    QVERIFY2(full < 1.15 * one, qPrintable(QString::number(full)));
    QVERIFY2(next > 1.9 * one, qPrintable(QString::number(next)));
}

void TestConcurrencyExperiments::urgentKernelGoesBeforeTheSecondWave()
{
    const Program program = build("stream-priorities", {});
    const auto times = run(program);
    const auto &background = times[named(program, "long kernel")];
    const auto &urgent = times[named(program, "urgent kernel")];
    // 8 waves of 500 µs; the urgent one comes at about 200 µs, in the first
    QVERIFY(urgent.ready < background.start + 250'000);
    QVERIFY(near(urgent.start, background.start + 500'000));
    QVERIFY(near(urgent.end, background.start + 1'000'000));
    QVERIFY(background.end > background.start + 4'000'000); // some of its blocks came later for it
}

void TestConcurrencyExperiments::withoutPriorityItWaits()
{
    const Program program = build("stream-priorities", {{"priorities", "0"}});
    const auto times = run(program);
    const auto &background = times[named(program, "long kernel")];
    const auto &urgent = times[named(program, "urgent kernel")];
    QVERIFY(near(urgent.start, background.end));
    const std::int64_t waves = 8 * 500'000;
    QVERIFY(background.end >= background.start + waves && background.end < background.start + waves + 4'000);
    // nor does it help where there is no boundary to act at
    const Program oneWave = build("stream-priorities", {{"waves", "1"}});
    const auto single = run(oneWave);
    QVERIFY(near(single[named(oneWave, "urgent kernel")].start, single[named(oneWave, "long kernel")].end));
}

void TestConcurrencyExperiments::priorityDoesNotActOnCopies()
{
    const Program equal = build("stream-priorities", {{"work", "copies"}, {"priorities", "0"}});
    const Program urgent = build("stream-priorities", {{"work", "copies"}});
    const auto withoutPriority = run(equal), withPriority = run(urgent);
    const std::size_t copy = named(urgent, "urgent H2D");
    QCOMPARE(withPriority[copy].start, withoutPriority[copy].start);
    QVERIFY(withPriority[copy].start >= withPriority[named(urgent, "H2D 7")].end);
    QVERIFY(withPriority[copy].start > withPriority[copy].ready + 1'000'000);
}

void TestConcurrencyExperiments::directionsCostEachOther()
{
    const Program in = build("bidirectional-copy", {{"directions", "h2d"}});
    const Program back = build("bidirectional-copy", {{"directions", "d2h"}});
    const Program both = build("bidirectional-copy", {});
    const auto bothTimes = run(both);
    for (const auto &[alone, kind] : {std::pair{&in, OperationKind::H2D}, std::pair{&back, OperationKind::D2H}}) {
        const double ratio = rate(both, bothTimes, kind) / rate(*alone, run(*alone), kind);
        QVERIFY2(ratio > 0.88 && ratio < 0.95, qPrintable(QString::number(ratio))); // 50.78 of 55.4 GB/s
    }
    const double apart = makespanMs(run(in)) + makespanMs(run(back));
    QVERIFY(makespanMs(bothTimes) < 0.6 * apart);
}

void TestConcurrencyExperiments::oneCopyEngineTakesTurns()
{
    const Program both = build("bidirectional-copy", {{"bytes", "16MiB"}});
    const auto times = run(both, "c1060");
    for (std::size_t a = 0; a < times.size(); ++a)
        for (std::size_t b = a + 1; b < times.size(); ++b)
            if (isCopy(both.operations[a].kind) && isCopy(both.operations[b].kind))
                QVERIFY(times[a].end <= times[b].start || times[b].end <= times[a].start);
}

/// Every host buffer that is written has a known content in all of it.
void TestConcurrencyExperiments::everyCopyIsChecked()
{
    std::vector<Program> programs{build("stream-priorities", {{"work", "copies"}, {"waves", "3"}})};
    for (const char *directions : {"h2d", "d2h", "both"})
        programs.push_back(
            build("bidirectional-copy", {{"directions", directions}, {"bytes", "1000000"}, {"chunks", "7"}}));
    for (const Program &program : programs) {
        const ExpectedData expected(program, 1);
        for (std::size_t i = 0; i < program.buffers.size(); ++i) {
            if (program.buffers[i].place != BufferPlace::Host)
                continue;
            for (const ExpectedPiece &piece : expected.pieces(i))
                QVERIFY2(piece.kind != ExpectedPiece::Kind::Unknown, program.buffers[i].id.c_str());
        }
    }
}

void TestConcurrencyExperiments::valuesThatDoNotFitAreRefused()
{
    QVERIFY_THROWS_EXCEPTION(InputError, build("bidirectional-copy", {{"bytes", "6"}}));
    QVERIFY_THROWS_EXCEPTION(InputError, build("bidirectional-copy", {{"bytes", "8"}, {"chunks", "3"}}));
    QVERIFY_THROWS_EXCEPTION(InputError, build("stream-priorities", {{"work", "copies"}, {"bytes", "6"}}));
    QVERIFY_THROWS_EXCEPTION(InputError, build("concurrent-kernels", {{"kernels", "513"}}));
}

QTEST_GUILESS_MAIN(TestConcurrencyExperiments)
#include "tst_concurrency_experiments.moc"
