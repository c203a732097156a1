// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/graphs_program.h"
#include "tests/support/unrolled_code.h"

#include "engine/codegen/cuda/cuda_source.h"
#include "engine/codegen/layout/code_layout.h"

#include "engine/formats/files/preset.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;

namespace {

std::string codeOf(const Preset &preset)
{
    return cudaSource(buildProgram(*preset.experiment, preset.parameters), {preset.title, "codegen test", 2, 10});
}

Preset presetNamed(const std::string &name)
{
    for (const Preset &preset : builtInPresets(experiments()))
        if (preset.name == name)
            return preset;
    throw InputError("no preset " + name);
}

} // namespace

/// Programs as CUDA C++.
class TestCudaSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPresetHasCode();
    void loopsSayTheSame();
    void repetitionIsALoop();
    void sameCodeEachTime();
    void collectivesAreNccl();
    void graphsOfSomeOperations();
    void pageableInputsLeaveTheCaches();
    void theCheckedRunForgetsTheOthers();
    void nothingToCheckIsSaid();
    void eachRunLooksForAFastCore();
};

void TestCudaSource::everyPresetHasCode()
{
    for (const Preset &preset : builtInPresets(experiments())) {
        const std::string code = codeOf(preset);
        QVERIFY2(code.size() > 4'000 && code.size() < 40'000, preset.name.c_str());
        QVERIFY2(code.find("int main()") != std::string::npos, preset.name.c_str());
    }
}

/// The loops of every preset, unrolled, are its operations with their streams, events, buffers and offsets.
void TestCudaSource::loopsSayTheSame()
{
    for (const Preset &preset : builtInPresets(experiments())) {
        const Program program = buildProgram(*preset.experiment, preset.parameters);
        const CodeLayout layout(program, ExpectedData(program, 0));
        const std::vector<CodeNode> statements = layout.statements();
        const std::vector<CodeNode> folded = test::checkedLoops(statements);
        QVERIFY2(folded.size() <= 40, preset.name.c_str());
    }
}

/// Ten frames on four streams: one loop, whose text names the frame and not each offset.
void TestCudaSource::repetitionIsALoop()
{
    const std::string code = codeOf(presetNamed("frame-pipeline"));
    QVERIFY(code.find("for (int i = 0; i < 9; ++i) {") != std::string::npos);
    QVERIFY(code.find("streams[i % 4]") != std::string::npos);
    QVERIFY(code.find("i * chunkElements") != std::string::npos);
}

void TestCudaSource::sameCodeEachTime()
{
    const Preset preset = presetNamed("multi-stage");
    QCOMPARE(codeOf(preset), codeOf(preset));
}

/// One process for all GPUs; the ranks of a sum stand between the begin and the end of a group.
void TestCudaSource::collectivesAreNccl()
{
    const std::string code = codeOf(presetNamed("gradient-buckets"));
    const std::size_t begin = code.find("ncclGroupStart()"), sum = code.find("ncclAllReduce("),
                      end = code.find("ncclGroupEnd()");
    QVERIFY(begin < sum && sum < end && end != std::string::npos);
    QVERIFY(code.find("-lnccl") != std::string::npos);
}

/// Two graphs, one of them launched twice, each behind a wait that its launch cannot hold.
void TestCudaSource::graphsOfSomeOperations()
{
    const QString code =
        QString::fromStdString(cudaSource(test::graphsProgram(false), {"Graphs", "codegen test", 2, 10}));
    QCOMPARE(code.count("].capture({"), 2);
    QVERIFY(code.contains("    graphs[0].capture({streams[0], streams[2]}, [&] {\n"));
    QVERIFY(code.contains("    graphs[1].capture({streams[1], streams[2]}, [&] {\n"));
    QVERIFY(code.contains("            CHECK(cudaStreamWaitEvent(streams[i], events[0], 0));\n"
                          "            graphs[i].launch();\n        }\n"));
    QCOMPARE(code.count("graphs[0].launch();"), 1);
    QVERIFY_THROWS_EXCEPTION(InputError, cudaSource(test::graphsProgram(true), {}));
}

/// As in the lab: what the host copies itself is in memory when a run begins.
void TestCudaSource::pageableInputsLeaveTheCaches()
{
    const std::string pageable = codeOf(presetNamed("pinned-vs-pageable"));
    const std::size_t leave = pageable.find("        leaveCaches(input, 268435456);\n"),
                      run = pageable.find("timer.time(issue)", leave);
    QVERIFY(leave != std::string::npos && run != std::string::npos);
    QVERIFY(pageable.find("#include <emmintrin.h>") < pageable.find("int main()"));
    QVERIFY(pageable.find("leaveCaches(output") == std::string::npos);
    QVERIFY(codeOf(presetNamed("frame-pipeline")).find("aches") == std::string::npos);
}

/// Else a program whose wait is missing finds what a run before has brought, and calls it right, as it did.
void TestCudaSource::theCheckedRunForgetsTheOthers()
{
    const std::string code = codeOf(presetNamed("event-pipeline-race"));
    const std::size_t forget = code.find("const auto forget = [&] {"),
                      output = code.find("std::memset(output, 0xff, 67108864);", forget),
                      last = code.find("if (run == 11)", output), run = code.find("timer.time(issue)", last);
    QVERIFY(forget != std::string::npos && output != std::string::npos);
    QVERIFY(last != std::string::npos && run != std::string::npos);
    QVERIFY(code.find("cudaMemset(buffer, 0xff, 67108864)", forget) < last); // what lies on the device, too
    QVERIFY(code.find("memset(input") == std::string::npos);
    QVERIFY(codeOf(presetNamed("launch-cost")).find("forget") == std::string::npos); // nothing comes back
}

void TestCudaSource::nothingToCheckIsSaid()
{
    const std::string kernelsOnly = codeOf(presetNamed("launch-cost")), copies = codeOf(presetNamed("frame-pipeline"));
    QVERIFY(kernelsOnly.find("nothing to check") != std::string::npos);
    QVERIFY(kernelsOnly.find("right") == std::string::npos);
    QVERIFY(copies.find("nothing to check") == std::string::npos);
    QVERIFY(copies.find("return right ? 0 : 1;") != std::string::npos);
    Preset writeCombined = presetNamed("frame-pipeline");
    writeCombined.parameters.set("host_memory", "write-combined");
    QVERIFY(codeOf(writeCombined).find("not checked: write-combined memory is slow to read") != std::string::npos);
}

/// Where the host decides; one may become slow between two runs.
void TestCudaSource::eachRunLooksForAFastCore()
{
    const std::string hostBound = codeOf(presetNamed("launch-cost"));
    const std::size_t runs = hostBound.find("for (int run = 0;"), look = hostBound.find("moveToFastCore();", runs),
                      time = hostBound.find("timer.time(issue)", runs);
    QVERIFY(runs < look && look < time && time != std::string::npos);
    QVERIFY(codeOf(presetNamed("frame-pipeline")).find("FastCore") == std::string::npos);
}

QTEST_GUILESS_MAIN(TestCudaSource)
#include "tst_cuda_source.moc"
