// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/crash/dying_disk.h"
#include "tests/support/files.h"
#include "tests/support/program_process.h"
#include "tests/support/recorder/recorded_process.h"

#include <QDirIterator>
#include <QtTest>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <unistd.h>

using namespace streamscope;
using namespace streamscope::test;

/// The program is killed at each call of its disk, and each of its disks gets full: afterwards a file is the old one or
/// the new one. Rows of a sweep and records of a program stay as far as they were written.
class TestCrashes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void filesAreOldOrNew_data() { addCommands(); }
    void filesAreOldOrNew();
    void fullDisksChangeNothing_data() { addCommands(); }
    void fullDisksChangeNothing();
    void sweepsGoOn();
    void savedMeasurementsAreWholeRows();
    void recordingsAreReadable();
    void keptRanksAreWholeOrReadAgain();

private:
    /// A link to the program beside the recorder whose records need no GPU.
    static QString programWithFakeRecorder();
    void addCommands() const;
    static QList<int> everyCall(int calls, int step = 1)
    {
        QList<int> list;
        for (int call = 1; call <= calls; call += step)
            list.append(call);
        return list;
    }
    static DyingDisk program(const QStringList &arguments)
    {
        DyingDisk disk{qEnvironmentVariable("STREAMSCOPE_PROGRAM"), arguments};
        disk.environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
        return disk;
    }

    QTemporaryDir m_shards;
};

namespace {

const QByteArray old = "what was there before\n";

/// Pictures say when they were made, and a PDF has the letters of that: no two are the same, but all end alike.
bool isWhole(const QByteArray &content, const QByteArray &whole)
{
    for (const char *end : {"</svg>\n", "IEND\xae\x42\x60\x82", "%%EOF\n"})
        if (whole.endsWith(end))
            return content.endsWith(end) && content.first(4) == whole.first(4)
                   && std::abs(content.size() - whole.size()) < whole.size() / 5;
    return content == whole;
}

bool everyLineIsIn(const QByteArray &lines, const QByteArray &table)
{
    const QList<QByteArray> known = table.split('\n');
    const QList<QByteArray> all = lines.split('\n');
    return std::all_of(all.begin(), all.end(), [&](const QByteArray &line) { return known.contains(line); });
}

bool isTemporary(const QString &name)
{
    return name.startsWith(QLatin1String(".streamscope-"));
}

} // namespace

void TestCrashes::initTestCase()
{
    const QTemporaryDir folder;
    const DyingDiskRun run = DyingDisk{"/bin/sh", {"-c", "echo x >f; rm f; exit 3"}}.run(folder.path(), 0, "none");
    if (run.end.isEmpty())
        QSKIP("processes may not be traced here");
    QCOMPARE(run.end, QByteArray("exit 3"));
    QCOMPARE(run.calls, 3); // create, write, remove
    for (const char *shard : {"1", "2"}) {
        const Outcome made = ProgramProcess().run({"sweep", "two-stream-exercise", "--vary", "chunks=1,2,4", "--shard",
                                                   QString(shard) + "/2", "--csv", QString(shard) + ".csv"},
                                                  m_shards.path());
        QVERIFY2(made.code == 0, made.err.constData());
    }
}

QString TestCrashes::programWithFakeRecorder()
{
    const QString folder = QStringLiteral(CRASH_TREE "/bin"), program = folder + QStringLiteral("/streamscope");
    QDir().mkpath(folder);
    QFile::remove(program);
    const QByteArray built = QFile::encodeName(qEnvironmentVariable("STREAMSCOPE_PROGRAM"));
    if (link(built.constData(), QFile::encodeName(program).constData()) != 0)
        qFatal("no link %s", qPrintable(program));
    return program;
}

void TestCrashes::addCommands() const
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<int>("step"); // 1: every call; more where the command takes long
    const auto row = [](const char *name, const QStringList &words, int step = 1) {
        QStringList files;
        for (const QString &word : words)
            if (word.startsWith(QLatin1String("new.")))
                files.append(word);
        QTest::newRow(name) << words << files << step;
    };
    const QString trace = tracePath("small.ssrec"), csv = sourcePath("tests/fuzz/corpus/csv/run.csv");
    row("run", {"run", "leftover-three-quarters", "--device", "sim:h200", "--csv", "new.csv", "--blocks-csv",
                "new.blocks.csv", "--report", "new.json", "--trace", "new.trace.json"});
    row("png", {"run", "two-stream-exercise", "--image", "new.png", "--trace", "new.json.gz"});
    row("svg", {"run", "two-stream-exercise", "--image", "new.svg"});
    row("pdf", {"run", "two-stream-exercise", "--image", "new.pdf"});
    row("convert a recording", {"convert", trace, "--csv", "new.csv", "--trace", "new.json", "--sqlite", "new.sqlite"});
    row("compare", {"compare", "two-stream-exercise", "two-stream-exercise", "--image", "new.svg"});
    row("calibrate", {"calibrate", "--device", "sim:unit", "--profile", "new.json"}, 3);
    row("tune", {"tune", "two-stream-exercise", "--budget", "3", "--save", "new.json"}, 3);
    row("merge", {"merge", m_shards.filePath("1.csv"), m_shards.filePath("2.csv"), "--csv", "new.csv"});
    row("codegen", {"codegen", "two-stream-exercise", "--language", "cuda", "--output", "new.cu"});
    row("whatif", {"whatif", "two-stream-exercise", "--change", "scale:kernel=2", "--program", "new.json"});
    row("replay", {"replay", trace, "--program", "new.json", "--image", "new.svg"});
    row("lesson", {"lesson", "1", "--sheet", "new.pdf", "--solutions", "new.solutions.pdf"}, 2);
}

void TestCrashes::filesAreOldOrNew()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, files);
    QFETCH(int, step);
    FolderImage before;
    for (const QString &file : files)
        before.insert(file, old);
    const DyingDisk disk = program(arguments);
    const Wreck whole = wrecks(disk, before, {0}, "none").front();
    QVERIFY2(whole.run.end == "exit 0", whole.run.messages.constData());
    QVERIFY(whole.run.calls >= 5 * files.size()); // create, permissions, write, flush, rename
    const FolderImage after = whole.image();
    QCOMPARE(after.keys(), before.keys());
    for (const QByteArray &content : after)
        QVERIFY(content != old && isWhole(content, content));
    QSet<QByteArray> ends;
    for (const Wreck &wreck : wrecks(disk, before, everyCall(whole.run.calls, step), "half")) {
        QCOMPARE(wreck.run.end, QByteArray("killed"));
        const FolderImage left = wreck.image();
        for (const QString &file : files)
            QVERIFY2(left.contains(file), qPrintable(file));
        for (const auto &[name, content] : left.toStdMap()) {
            if (isTemporary(name))
                continue;
            const QByteArray where = name.toUtf8() + ", killed at call " + QByteArray::number(wreck.call);
            QVERIFY2(before.contains(name), where.constData());
            const bool isNew = content != old;
            QVERIFY2(!isNew || isWhole(content, after[name]), where.constData());
            ends.insert(isNew ? "new" : "old");
        }
    }
    QVERIFY(ends.contains("old") && (step > 1 || ends.contains("new")));
}

void TestCrashes::fullDisksChangeNothing()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, files);
    QFETCH(int, step);
    FolderImage before;
    for (const QString &file : files)
        before.insert(file, old);
    const DyingDisk disk = program(arguments);
    const int calls = step > 2 ? 1 : wrecks(disk, before, {0}, "none").front().run.calls;
    int full = 0;
    for (const Wreck &wreck : wrecks(disk, before, everyCall(calls, 3), "full")) {
        if (wreck.run.end == "exit 0") // only renames were left, which need no space
            continue;
        ++full;
        const QByteArray said =
            "full at call " + QByteArray::number(wreck.call) + ": " + wreck.run.end + ": " + wreck.run.messages;
        QVERIFY2(wreck.run.end == "exit 1", said.constData());
        QVERIFY2(wreck.run.messages.count('\n') == 1 && wreck.run.messages.contains("No space left on device"),
                 said.constData());
        QVERIFY2(std::any_of(files.begin(), files.end(),
                             [&](const QString &file) { return wreck.run.messages.contains(file.toUtf8()); }),
                 said.constData());
        QVERIFY2(wreck.image() == before, said.constData());
    }
    QVERIFY(full > 0);
}

/// The rows that were measured stay, and the rest of the command line with --resume comes to the same table.
void TestCrashes::sweepsGoOn()
{
    const QStringList sweep{"sweep", "two-stream-exercise", "--vary", "chunks=1,2,4"};
    const QStringList outputs{"--csv", "new.csv", "--image", "new.svg"};
    const DyingDisk disk = program(sweep + outputs);
    const FolderImage before{{"new.csv", old}, {"new.svg", old}};
    const Wreck whole = wrecks(disk, before, {0}, "none").front();
    QVERIFY2(whole.run.end == "exit 0", whole.run.messages.constData());
    QCOMPARE(whole.image().keys(), before.keys());
    const QByteArray table = whole.image()["new.csv"];
    for (const char *way : {"half", "full"})
        for (const Wreck &wreck : wrecks(disk, before, everyCall(whole.run.calls), way)) {
            const QByteArray where = QByteArray(way) + " at call " + QByteArray::number(wreck.call) + ": "
                                     + wreck.run.end + ' ' + wreck.run.messages;
            const FolderImage left = wreck.image();
            QVERIFY2(left["new.csv"] == old || left["new.csv"] == table, where.constData());
            QVERIFY2(left["new.svg"] == old || isWhole(left["new.svg"], whole.image()["new.svg"]), where.constData());
            const QByteArray journal = left.value("new.csv.partial");
            QVERIFY2(everyLineIsIn(journal.left(journal.lastIndexOf('\n') + 1), table), where.constData());
            if (QByteArray(way) == "full") {
                QVERIFY2(wreck.run.end == "exit 0" || wreck.run.messages.count('\n') == 1, where.constData());
                QVERIFY2(wreck.run.end == "exit 0" || wreck.run.messages.contains("No space left on device"),
                         where.constData());
                for (const QString &name : left.keys())
                    QVERIFY2(before.contains(name) || name == "new.csv.partial", where.constData());
            }
            if (wreck.run.end == "exit 0" || left["new.csv"] == table)
                continue;
            QFile::remove(wreck.folder->filePath("new.csv"));
            const Outcome resumed =
                ProgramProcess().run(sweep + QStringList{"--resume", "new.csv"}, wreck.folder->path());
            QVERIFY2(resumed.code == 0, QByteArray(where + resumed.err).constData());
            QCOMPARE(imageOf(wreck.folder->path())["new.csv"], table);
        }
}

/// check-model --save writes the file again after each configuration.
void TestCrashes::savedMeasurementsAreWholeRows()
{
    const DyingDisk disk = program({"check-model", "--device", "sim:unit", "--profile", "sim:unit", "--experiment",
                                    "host-overlap", "--configurations", "3", "--save", "new.csv"});
    const FolderImage before{{"new.csv", old}};
    const Wreck whole = wrecks(disk, before, {0}, "none").front();
    QVERIFY2(whole.run.end == "exit 0", whole.run.messages.constData());
    const QByteArray table = whole.image()["new.csv"];
    for (const char *way : {"half", "full"})
        for (const Wreck &wreck : wrecks(disk, before, everyCall(whole.run.calls), way)) {
            const QByteArray left = wreck.image()["new.csv"];
            QVERIFY2(left == old || (table.startsWith(left) && left.endsWith('\n')), left.constData());
            QVERIFY(QByteArray(way) == "half" || wreck.image().size() == 1);
        }
}

/// Whatever kills the program, its recorder and `record`: every whole chunk can be read, at the place of the recording
/// or in the folder in which it grew.
void TestCrashes::recordingsAreReadable()
{
    DyingDisk disk{programWithFakeRecorder(),
                   {"record", "--output", "new.ssrec", "--", qEnvironmentVariable("STREAMSCOPE_RECORDED_PROGRAM"),
                    "launch", "3000"}};
    const Wreck whole = wrecks(disk, {}, {0}, "none").front();
    QVERIFY2(whole.run.end == "exit 0", whole.run.messages.constData());
    QCOMPARE(rowsOf(whole.folder->filePath("new.ssrec")).value()[recording::RowKind::Kernel], 3000ULL);
    std::set<std::uint64_t> kept;
    for (const char *way : {"half", "full"})
        for (const Wreck &wreck : wrecks(disk, {{"new.ssrec", old}}, everyCall(whole.run.calls), way)) {
            const QByteArray where =
                QByteArray(way) + " at call " + QByteArray::number(wreck.call) + ": " + wreck.run.messages;
            if (QByteArray(way) == "full" && wreck.run.messages.contains("No space left"))
                QVERIFY2(wreck.run.messages.count('\n') <= 2, where.constData()); // the recorder's and the launcher's
            QStringList files;
            if (contentOf(wreck.folder->filePath("new.ssrec")) != old)
                files.append(wreck.folder->filePath("new.ssrec"));
            for (QDirIterator grown(wreck.folder->filePath("new"), {"*.ssrec"}, QDir::Files); grown.hasNext();)
                files.append(grown.next());
            QVERIFY2(files.size() <= 1, where.constData());
            for (const QString &file : files) {
                const auto rows = rowsOf(file);
                const Outcome read = ProgramProcess().run({"convert", file, "--csv", "out.csv"}, wreck.folder->path());
                if (rows && rows->contains(recording::RowKind::Kernel)) {
                    QVERIFY2(read.code == 0, QByteArray(where + read.err).constData());
                    kept.insert(rows->at(recording::RowKind::Kernel));
                } else { // killed before the first operation came
                    QVERIFY2(read.code >= 0 && read.err.count('\n') == 1, QByteArray(where + read.err).constData());
                }
            }
        }
    QVERIFY(kept.contains(3000));
}

/// What was kept of the traces of a job is taken whole, or the trace is read again.
void TestCrashes::keptRanksAreWholeOrReadAgain()
{
    const QTemporaryDir job;
    for (const char *name : {"rank0.json.gz", "rank1.json.gz"})
        QVERIFY(QFile::copy(tracePath("swim_blocking.json.gz"), job.filePath(name)));
    DyingDisk disk = program({"analyze", job.path()});
    disk.environment.insert("XDG_CACHE_HOME", ".");
    const Wreck whole = wrecks(disk, {}, {0}, "none").front();
    QVERIFY2(whole.run.end == "exit 0", whole.run.messages.constData());
    QVERIFY(whole.run.calls >= 8);
    const auto again = [&](const Wreck &wreck) {
        return ProgramProcess(disk.environment).run(disk.arguments, wreck.folder->path());
    };
    const QByteArray text = again(whole).out;
    for (const char *way : {"half", "full"})
        for (const Wreck &wreck : wrecks(disk, {}, everyCall(whole.run.calls, 2), way)) {
            QVERIFY2(wreck.run.end == "exit 0" || wreck.run.end == "killed", wreck.run.messages.constData());
            QCOMPARE(again(wreck).out, text);
        }
}

QTEST_GUILESS_MAIN(TestCrashes)
#include "tst_crashes.moc"
