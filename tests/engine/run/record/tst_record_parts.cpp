// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/run/record/command_words.h"
#include "engine/run/record/launcher_step.h"
#include "engine/run/record/record_options.h"
#include "engine/run/record/recorder_connection.h"
#include "engine/run/record/recording_folder.h"
#include "tests/support/files.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace streamscope;
using namespace streamscope::test;

/// What the launcher and the window share: words of a command, options, files that grow, and the recorder's answers.
class TestRecordParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsOfACommand_data();
    void wordsOfACommand();
    void wordsComeBackFromTheirText();
    void quotesThatDoNotClose();
    void options();
    void filesThatGrow();
    void filesThatAreNone();
    void numbersInGroups();
    void foldersOfTheSameSecond();
    void ranksOfAStepShareAFolder();
    void stepsOfLaunchers_data();
    void stepsOfLaunchers();
    void answers();
};

void TestRecordParts::wordsOfACommand_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("variables");
    QTest::addColumn<QString>("sign");
    const auto row = [](const char *text, const QStringList &words, const char *variables = "", const char *sign = "") {
        QTest::newRow(text) << QString(text) << words << QString(variables) << QString(sign);
    };
    row("", {});
    row("  \t\n ", {});
    row("python train.py", {"python", "train.py"});
    row("a 'b c' \"d e\" f\\ g", {"a", "b c", "d e", "f g"});
    row("a'b'\"c\"d", {"abcd"});
    row("a '' \"\"", {"a", "", ""});
    row("\"a\\\"b\\\\c\\d\"", {"a\"b\\c\\d"});
    row("'a\\b\"'", {"a\\b\""});
    row("a \\\n  b", {"a", "b"});
    row("a\n-b", {"a", "-b"});
    row("A=1 B_2='x y' ./run C=3", {"./run", "C=3"}, "A=1;B_2=x y;");
    row("2A=1 x", {"2A=1", "x"});
    row("a > b", {"a", ">", "b"}, "", ">");
    row("a | b", {"a", "|", "b"}, "", "|");
    row("a '>' \"|\" \\>", {"a", ">", "|", ">"});
    row("a $HOME/x", {"a", "$HOME/x"}, "", "$HOME");
    row("a \"${X}\"", {"a", "${X}"}, "", "${");
    row("a '$HOME' 5$", {"a", "$HOME", "5$"});
    row("a ~/x b~", {"a", "~/x", "b~"}, "", "~");
    row("a *.txt", {"a", "*.txt"}, "", "*");
    row("é ü", {"é", "ü"});
}

void TestRecordParts::wordsOfACommand()
{
    QFETCH(QString, text);
    const CommandWords words = splitCommand(text.toStdString());
    QStringList found;
    for (const std::string &word : words.words)
        found << QString::fromStdString(word);
    QTEST(found, "words");
    QString variables;
    for (const auto &[name, value] : words.variables)
        variables += QString::fromStdString(name + '=' + value + ';');
    QTEST(variables, "variables");
    QTEST(QString::fromStdString(words.shellSign), "sign");
}

void TestRecordParts::wordsComeBackFromTheirText()
{
    const std::vector<std::string> words{"a", "", "b c", "'", "\"", "\\", "$x", "é", "x=1", "a\nb"};
    QCOMPARE(splitCommand("run " + commandText(words)).words.size(), words.size() + 1);
    std::vector<std::string> back = splitCommand("run " + commandText(words)).words;
    back.erase(back.begin());
    QCOMPARE(back, words);
    QCOMPARE(commandText({"runs/a.ssrec"}), std::string("runs/a.ssrec"));
}

void TestRecordParts::quotesThatDoNotClose()
{
    for (const char *text : {"a 'b", "a \"b", "\"\\\"", "a \\"})
        QVERIFY_THROWS_EXCEPTION(InputError, splitCommand(text));
}

void TestRecordParts::options()
{
    QCOMPARE(recordMilliseconds("--delay", "0.25"), std::int64_t{250});
    QCOMPARE(recordMilliseconds("--delay", "1e2"), std::int64_t{100'000});
    for (const char *text : {"", "-1", "1s", "1e12", "nan"})
        QVERIFY_THROWS_EXCEPTION(InputError, recordMilliseconds("--delay", text));
    QVERIFY((recordSteps("0:0") == RecordOptions::Steps{0, 0}));
    QVERIFY((recordSteps("7") == RecordOptions::Steps{7, 7}));
    for (const char *text : {"", ":", "1:", ":1", "2:1", "-1:2", "1:2:3", "1e3:2", "99999999999999999999:1"})
        QVERIFY_THROWS_EXCEPTION(InputError, recordSteps(text));
    QCOMPARE(recordSignal("USR1"), SIGUSR1);
    QCOMPARE(recordSignal("SIGUSR2"), SIGUSR2);
    QCOMPARE(recordSignal("RTMIN+2"), SIGRTMIN + 2);
    for (const char *text : {"", "KILL", "SEGV", "10", "RTMIN+99", "RTMIN-1", "USR3"})
        QVERIFY_THROWS_EXCEPTION(InputError, recordSignal(text));
    const char *const ours[] = {"CUDA_INJECTION64_PATH=/our.so", "NVTX_INJECTION64_PATH=", "A=b", nullptr};
    QCOMPARE(otherToolIn(ours, "/our.so"), std::string());
    QCOMPARE(otherToolIn(ours, "/mine.so"), std::string("CUDA_INJECTION64_PATH"));
}

namespace {

const QByteArray header("SSRECORD\1\0\0\0\x10\0\0\0", 16);

QByteArray chunk(char kind, char rows, qsizetype bytes)
{
    QByteArray made("CHNK", 4);
    made.append(kind).append(QByteArray("\0\1\0", 3)).append(rows).append(QByteArray(7, '\0'));
    made.append(static_cast<char>(bytes)).append(QByteArray(7, '\0')).append(QByteArray(bytes, 'x'));
    return made;
}

} // namespace

void TestRecordParts::filesThatGrow()
{
    QTemporaryDir folder;
    RecordingFiles files(folder.path().toStdString());
    QVERIFY(files.look().empty());
    const QString path = folder.filePath("a-1.ssrec");
    QByteArray bytes = header.left(7);
    store(path, bytes);
    QCOMPARE(files.look().front().bytes, std::uint64_t{0});
    bytes = header;
    bytes.append(chunk(16, 100, 30)).append(chunk(32, 50, 9));
    store(path, bytes + chunk(17, 5, 100).left(60)); // the last one is being written
    RecordingFile file = files.look().front();
    QCOMPARE(file.operations, std::uint64_t{100});
    QCOMPARE(file.bytes, static_cast<std::uint64_t>(bytes.size()));
    bytes.append(chunk(17, 5, 100)).append(chunk(19, 2, 1)).append(chunk(18, 1, 1)).append(chunk(20, 9, 1));
    store(path, bytes);
    file = files.look().front();
    QCOMPARE(file.operations, std::uint64_t{108});
    store(folder.filePath("b-2.ssrec"), header + chunk(16, 7, 1));
    const RecordingTotal total = totalOf(files.look());
    QCOMPARE(total.operations, std::uint64_t{115});
    QCOMPARE(total.processes, std::size_t{2});
    QCOMPARE(recordedText({1'234'567, 2048, 1}), std::string("recorded 1,234,567 operations of 1 process (2 KiB)"));
}

void TestRecordParts::filesThatAreNone()
{
    QTemporaryDir folder;
    QByteArray other = header, behind = header;
    other[8] = 9; // a version that is not known
    behind[12] = 100;
    store(folder.filePath("version.ssrec"), other + chunk(16, 7, 1));
    store(folder.filePath("short.ssrec"), behind);
    store(folder.filePath("text.ssrec"), "hello, this is no recording at all");
    store(folder.filePath("chunk.ssrec"), header + QByteArray(100, 'x'));
    store(folder.filePath("notes.txt"), header + chunk(16, 7, 1));
    QVERIFY(QDir(folder.path()).mkdir("folder.ssrec"));
    const std::vector<RecordingFile> files = RecordingFiles(folder.path().toStdString()).look();
    QCOMPARE(files.size(), std::size_t{5});
    QCOMPARE(totalOf(files).operations, std::uint64_t{0});
    QVERIFY(RecordingFiles("/no/such/folder").look().empty());
}

void TestRecordParts::numbersInGroups()
{
    QCOMPARE(groupedNumber(0), std::string("0"));
    QCOMPARE(groupedNumber(999), std::string("999"));
    QCOMPARE(groupedNumber(1000), std::string("1,000"));
}

void TestRecordParts::foldersOfTheSameSecond()
{
    QTemporaryDir folder;
    const std::string base = folder.path().toStdString();
    const RecordingFolder first({}, base), second({}, base), third("mine", base);
    QVERIFY(first.path() != second.path());
    QVERIFY(first.path().starts_with(base + "/recording-"));
    QCOMPARE(third.path(), base + "/mine");
    QVERIFY_THROWS_EXCEPTION(InputError, RecordingFolder("gone/mine", base));
    for (const RecordingFolder *made : {&first, &second, &third})
        made->discard();
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestRecordParts::ranksOfAStepShareAFolder()
{
    const QTemporaryDir dir;
    const std::string base = dir.path().toStdString();
    const RecordingFolder first({}, base, "slurm-7.0");
    QFile file(QString::fromStdString(first.path()) + "/rank0-x-1.ssrec");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const RecordingFolder second({}, base, "slurm-7.0");
    QCOMPARE(second.path(), first.path());
    QCOMPARE(first.path(), base + "/recording-slurm-7.0");
    // Another step may not mix its ranks with these, nor a file that was there before.
    QVERIFY_THROWS_EXCEPTION(InputError, RecordingFolder("recording-slurm-7.0", base, "slurm-7.1"));
    QVERIFY_THROWS_EXCEPTION(InputError, RecordingFolder("recording-slurm-7.0", base));
    QVERIFY_THROWS_EXCEPTION(InputError, RecordingFolder("recording-slurm-7.0/rank0-x-1.ssrec/", base, "slurm-7.1"));
    QVERIFY_THROWS_EXCEPTION(InputError, RecordingFolder("one.ssrec", base, "slurm-7.0"));
    QVERIFY(QDir().mkdir(dir.filePath("empty")));
    QCOMPARE(RecordingFolder("empty", base, "slurm-7.0").path(), base + "/empty");
    QCOMPARE(RecordingFolder("empty", base, "slurm-7.0").path(), base + "/empty");
}

void TestRecordParts::stepsOfLaunchers_data()
{
    QTest::addColumn<QStringList>("variables");
    QTest::addColumn<QString>("step");
    QTest::newRow("alone") << QStringList() << "";
    QTest::newRow("srun") << QStringList{"SLURM_JOB_ID=12", "SLURM_STEP_ID=3", "SLURM_STEP_NUM_TASKS=8"}
                          << "slurm-12.3";
    QTest::newRow("srun, one task") << QStringList{"SLURM_JOB_ID=12", "SLURM_STEP_ID=3", "SLURM_STEP_NUM_TASKS=1"}
                                    << "";
    QTest::newRow("a batch script") << QStringList{"SLURM_JOB_ID=12", "SLURM_NTASKS=8"} << "";
    QTest::newRow("mpirun") << QStringList{"PMIX_NAMESPACE=prterun-node-12@1", "OMPI_COMM_WORLD_SIZE=2"}
                            << "mpi-prterun-node-12-1";
}

void TestRecordParts::stepsOfLaunchers()
{
    QFETCH(QStringList, variables);
    QFETCH(QString, step);
    for (const char *name :
         {"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_STEP_NUM_TASKS", "PMIX_NAMESPACE", "OMPI_COMM_WORLD_SIZE"})
        qunsetenv(name);
    for (const QString &variable : variables)
        qputenv(variable.section('=', 0, 0).toLatin1().constData(), variable.section('=', 1).toLatin1());
    QCOMPARE(QString::fromStdString(launcherStep()), step);
}

void TestRecordParts::answers()
{
    const RecorderStatus status = parseRecorderStatus("recording 12 3 4096 /tmp/a b.ssrec");
    QVERIFY((status == RecorderStatus{RecorderStatus::State::Recording, 12, 3, 4096, "/tmp/a b.ssrec"}));
    QCOMPARE(parseRecorderStatus("failed 0 0 0 No space left on device").file, std::string("No space left on device"));
    for (const char *line : {"", "recording", "recording 1 2", "resting 1 2 3 f", "ok"})
        QVERIFY_THROWS_EXCEPTION(RunError, parseRecorderStatus(line));
}

QTEST_GUILESS_MAIN(TestRecordParts)
#include "tst_record_parts.moc"
