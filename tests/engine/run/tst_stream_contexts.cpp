// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"
#include "tests/support/files.h"

#include "engine/program/operator_work_name.h"
#include "engine/run/trace_job.h"
#include "engine/run/what_if/stream_contexts.h"
#include "engine/run/what_if/what_if.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// What Python takes to turn to another stream.
class TestStreamContexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachNewTurnTakesTime();
    void turnsThatWereThereDoNot();
    void aGraphIsLaunchedOnce();
    void ofARealProgram();
};

namespace {

constexpr std::int64_t us = 1'000, workNs = 10 * us, callNs = 5 * us;

/// Launches on these streams, with the work of operators before each but the last one.
Program launches(const std::vector<std::int32_t> &streams)
{
    Program program;
    program.streams.resize(3);
    for (std::size_t i = 0; i < streams.size(); ++i) {
        Operation operators;
        operators.kind = OperationKind::HostWork;
        operators.durationNs = workNs;
        operators.name = std::string(operatorWorkName);
        if (i + 1 < streams.size())
            program.operations.push_back(operators);
        Operation launch;
        launch.kind = OperationKind::Kernel;
        launch.stream = streams[i];
        launch.callNs = callNs;
        launch.source = static_cast<std::int32_t>(i);
        program.operations.push_back(launch);
    }
    return program;
}

} // namespace

void TestStreamContexts::eachNewTurnTakesTime()
{
    const StreamContexts contexts(launches({0, 0, 0, 0}));
    Program after = launches({0, 1, 1, 0});
    QCOMPARE(contexts.addTo(after), std::size_t{2});
    QCOMPARE(after.operations[2].durationNs, workNs + 7 * us); // before the first launch on the other stream
    QCOMPARE(after.operations[4].durationNs, workNs);
    QCOMPARE(after.operations[6].callNs, callNs + 7 * us); // back; no work stands before it
}

void TestStreamContexts::turnsThatWereThereDoNot()
{
    const Program before = launches({0, 1, 0, 1});
    Program after = before;
    QCOMPARE(StreamContexts(before).addTo(after), std::size_t{0});
    QVERIFY(after.operations == before.operations);
    for (Operation &operation : after.operations)
        if (operation.stream == 1)
            operation.stream = 2;
    const Program moved = after;
    QCOMPARE(StreamContexts(before).addTo(after), std::size_t{0});
    QVERIFY(after.operations == moved.operations);
}

/// One call launches all nodes into one stream.
void TestStreamContexts::aGraphIsLaunchedOnce()
{
    const StreamContexts contexts(launches({0, 0, 0, 0}));
    Program after = launches({1, 2, 1, 0});
    for (std::size_t launch : {1, 3, 5})
        after.operations[launch].graph = 0;
    QCOMPARE(contexts.addTo(after), std::size_t{1}); // back to the stream of what follows
}

/// Twelve kernels of each plan go to four streams: Python took 22 us to turn to the next stream on that host. Without
/// that 21 % were predicted and 5 won.
void TestStreamContexts::ofARealProgram()
{
    const std::string folder = sourcePath(QStringLiteral("tests/data/pairs/h200-hospital/")).toStdString();
    const auto trace = [&folder](const char *side) {
        const auto opened = openTrace({folder + "organs-cumulated." + side + ".json.gz", {}}, {});
        return replayRun(std::make_shared<const RunResult>(opened), {}, {}, {});
    };
    const WhatIfBase base = whatIfBase(trace("before"));
    const WhatIf result = whatIf(base, {parseChange("spread:kernel range:cumulate,streams=4")});
    const auto real = static_cast<double>(trace("after").replay->measuredNs());
    const double error = static_cast<double>(result.predictedNs) / real - 1;
    QVERIFY2(std::abs(error) < 0.1, qPrintable(QString::number(error)));
    QVERIFY(result.range && result.range->contains(static_cast<std::int64_t>(real)));
    const auto &notes = result.changes.front().notes;
    QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string &note) {
        return note.find("to turn to another stream 104 times") != std::string::npos;
    }));
}

QTEST_GUILESS_MAIN(TestStreamContexts)
#include "tst_stream_contexts.moc"
