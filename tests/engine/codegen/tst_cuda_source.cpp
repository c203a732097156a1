// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/unrolled_code.h"

#include "engine/codegen/cuda/cuda_source.h"
#include "engine/codegen/layout/code_layout.h"

#include "engine/formats/files/preset.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
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

QString nvcc()
{
    const QString found = QStandardPaths::findExecutable("nvcc");
    return found.isEmpty() ? QStandardPaths::findExecutable("nvcc", {"/usr/local/cuda/bin"}) : found;
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
    void compiles_data();
    void compiles();
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

void TestCudaSource::compiles_data()
{
    QTest::addColumn<QString>("preset");
    // One of each kind of statement; docs/measurements/codegen.md has run them all.
    for (const char *name : {"frame-pipeline", "launch-cost-graph", "hardware-queues", "allocation-pool",
                             "tensor-and-cuda-cores", "peer-copy", "prefetch", "pinned-vs-pageable"})
        QTest::newRow(name) << QString(name);
}

void TestCudaSource::compiles()
{
    if (nvcc().isEmpty())
        QSKIP("no nvcc here");
    QFETCH(QString, preset);
    QTemporaryDir folder;
    QFile file(folder.filePath("code.cu"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(codeOf(presetNamed(preset.toStdString())).c_str());
    file.close();
    QProcess compiler;
    compiler.start(nvcc(), {"-c", "-std=c++17", "-arch=sm_90", "-Xcompiler", "-Wall,-Wextra", "-Werror=all-warnings",
                            file.fileName(), "-o", folder.filePath("code.o")});
    QVERIFY(compiler.waitForFinished(300'000));
    QVERIFY2(compiler.exitCode() == 0, compiler.readAllStandardError().constData());
}

QTEST_GUILESS_MAIN(TestCudaSource)
#include "tst_cuda_source.moc"
