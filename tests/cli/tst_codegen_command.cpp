// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_process.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace streamscope::test;

/// `streamscope codegen` from outside: the code of what --set and --change ask for, and the difference that they make.
class TestCodegenCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void changesReachTheCode();
    void changesFollowEachOther();
    void diffLeadsFromOneToTheOther_data();
    void diffLeadsFromOneToTheOther();
    void nothingDiffers();
    void programOfThePresetsName();
    void changeWithoutEffectIsSaid();
    void diffIntoAFile();
    void mistakes_data();
    void mistakes();

private:
    Outcome codegen(const QStringList &arguments)
    {
        return ProgramProcess().run(QStringList{"codegen"} + arguments, m_dir->path());
    }
    QString path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    static QStringList cuda(const QStringList &arguments) { return arguments + QStringList{"--language", "cuda"}; }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestCodegenCommand::changesReachTheCode()
{
    const QByteArray before = codegen(cuda({"pinned-vs-pageable"})).out;
    const Outcome outcome =
        codegen(cuda({"pinned-vs-pageable", "--change", "pin:h2d pageable", "--device", "sim:h200"}));
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.isEmpty(), outcome.err.constData());
    QVERIFY(before.contains("allocatePageable(&input") && !before.contains("cudaHostAlloc(&input"));
    QVERIFY(outcome.out.contains("cudaHostAlloc(&input"));
    QVERIFY(outcome.out.contains("// Changed: Pin host memory (pin:h2d pageable)\n"));
    QVERIFY(outcome.out.contains(
        "// Written by: streamscope codegen pinned-vs-pageable --change 'pin:h2d pageable' --language cuda\n"));
}

void TestCodegenCommand::changesFollowEachOther()
{
    const Outcome outcome = codegen({"frame-pipeline", "--set", "streams=2", "--change", "order=breadth-first",
                                     "--change", "priority:value=-3", "--language", "pytorch"});
    QCOMPARE(outcome.code, 0);
    const qsizetype order = outcome.out.indexOf("# Changed: Issue order"),
                    priority = outcome.out.indexOf("# Changed: Stream priority");
    QVERIFY(order > 0 && priority > order);
    QVERIFY(outcome.out.contains("streams = [raw_stream(1, -3, 0) for _ in range(2)]"));
}

void TestCodegenCommand::diffLeadsFromOneToTheOther_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("value") << QStringList{"--set", "streams=8"};
    QTest::newRow("change") << QStringList{"--change", "order=breadth-first"};
    QTest::newRow("both") << QStringList{"--set", "host_memory=pageable", "--set", "repeat=3", "--change", "pin"};
}

/// `patch` makes the second file of the first.
void TestCodegenCommand::diffLeadsFromOneToTheOther()
{
    const QString patch = QStandardPaths::findExecutable("patch");
    if (patch.isEmpty())
        QSKIP("no patch here");
    QFETCH(QStringList, arguments);
    for (const char *language : {"cuda", "pytorch"}) {
        const QStringList target{"frame-pipeline", "--language", language};
        QFile file(path("code"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(codegen(target).out);
        file.close();
        const Outcome diff = codegen(target + arguments + QStringList{"--diff"});
        QCOMPARE(diff.code, 0);
        QVERIFY(diff.out.startsWith("--- before/frame-pipeline."));
        QProcess process;
        process.start(patch, {"--silent", path("code")});
        process.write(diff.out);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(contentOf(path("code")), codegen(target + arguments).out);
    }
}

void TestCodegenCommand::nothingDiffers()
{
    for (const QStringList &arguments : {QStringList{"--set", "seed=3"}, {"--change", "device=sim:k20c"}}) {
        const Outcome outcome = codegen(cuda({"frame-pipeline", "--diff"}) + arguments);
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.err.startsWith("streamscope: no line differs"), outcome.err.constData());
        QCOMPARE(outcome.err.count('\n'), 1);
    }
}

/// The program is compiled beside its code, by the preset's name: the next call still means the preset.
void TestCodegenCommand::programOfThePresetsName()
{
    QFile program(path("frame-pipeline"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("\x7f"
                  "ELF");
    program.close();
    const Outcome preset = codegen(cuda({"frame-pipeline"}));
    QCOMPARE(preset.code, 0);
    QVERIFY(preset.out.contains("// Written by: streamscope codegen frame-pipeline --language cuda\n"));
    const Outcome file = codegen(cuda({"./frame-pipeline"}));
    QCOMPARE(file.code, 2);
    QVERIFY2(file.err.startsWith("streamscope: ./frame-pipeline: "), file.err.constData());
}

void TestCodegenCommand::changeWithoutEffectIsSaid()
{
    const Outcome outcome = codegen(cuda({"frame-pipeline", "--change", "unsync"}));
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.startsWith("streamscope: unsync: found nothing to do"), outcome.err.constData());
    QVERIFY(!outcome.out.contains("// Changed:"));
}

void TestCodegenCommand::diffIntoAFile()
{
    const Outcome outcome =
        codegen(cuda({"frame-pipeline", "--set", "streams=8", "--diff", "--output", path("streams.patch")}));
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("streams.patch"));
    QVERIFY(contentOf(path("streams.patch")).contains("\n+    cudaStream_t streams[8];\n"));
}

void TestCodegenCommand::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const QStringList target = cuda({"frame-pipeline"});
    QTest::newRow("no language") << QStringList{"frame-pipeline"} << QByteArray("--language");
    QTest::newRow("language") << QStringList{"frame-pipeline", "--language", "rust"} << QByteArray("rust");
    QTest::newRow("target") << cuda({"x"}) << QByteArray("unknown preset or experiment 'x'");
    QTest::newRow("unknown change") << target + QStringList{"--change", "fly"} << QByteArray("fly");
    QTest::newRow("value of a change") << target + QStringList{"--change", "order=sideways"}
                                       << QByteArray("depth-first, breadth-first");
    QTest::newRow("filter") << target + QStringList{"--change", "pin:bytes>many"} << QByteArray("many");
    QTest::newRow("nothing to compare") << target + QStringList{"--diff"} << QByteArray("--set or --change");
    QTest::newRow("device without change") << target + QStringList{"--device", "sim:h200"} << QByteArray("--change");
    QTest::newRow("device") << target + QStringList{"--change", "pin", "--device", "gpu"} << QByteArray("sim:h200");
    QTest::newRow("value") << target + QStringList{"--set", "streams=0"} << QByteArray("streams");
}

void TestCodegenCommand::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Outcome outcome = codegen(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
    QVERIFY(outcome.err.trimmed().count('\n') <= 1); // one clear line (the parser adds where to find help)
}

QTEST_GUILESS_MAIN(TestCodegenCommand)
#include "tst_codegen_command.moc"
