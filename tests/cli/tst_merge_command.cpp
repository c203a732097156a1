// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace streamscope::test;

/// The parts of a sharded sweep become the CSV of the whole one.
class TestMergeCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isTheWholeSweep();
    void drawsTheWholeSweep();
    void saysWhatIsMissing();
    void takesPartialFiles();
    void aRowThatWorkedReplacesAFailure();
    void oneFileTwiceCountsOnce();
    void refuses_data();
    void refuses();

private:
    QString path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    Outcome run(const QStringList &arguments) const { return ProgramProcess().run(arguments, m_dir->path()); }
    void write(const char *name, const QByteArray &content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    const QStringList m_sweep{"sweep", "two-stream-exercise", "--vary", "chunks=1,2,4", "--vary", "streams=1,2"};
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestMergeCommand::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    for (const char *shard : {"1", "2", "3"})
        QCOMPARE(
            run(m_sweep + QStringList{"--shard", QString("%1/3").arg(shard), "--csv", QString("%1.csv").arg(shard)})
                .code,
            0);
}

void TestMergeCommand::isTheWholeSweep()
{
    QCOMPARE(run(m_sweep + QStringList{"--csv", "whole.csv"}).code, 0);
    const Outcome merged = run({"merge", "3.csv", "1.csv", "2.csv", "--csv", "merged.csv"});
    QCOMPARE(merged.code, 0);
    QCOMPARE(contentOf(path("merged.csv")), contentOf(path("whole.csv")));
    QVERIFY2(merged.err.contains("6 configurations of 3 files in merged.csv"), merged.err.constData());
}

void TestMergeCommand::drawsTheWholeSweep()
{
    QCOMPARE(run(m_sweep + QStringList{"--image", "whole.svg", "--csv", "whole.csv"}).code, 0);
    QCOMPARE(run({"merge", "1.csv", "2.csv", "3.csv", "--csv", "merged.csv", "--image", "merged.svg"}).code, 0);
    const auto drawn = [this](const char *name) { // without the embedded font, whose bytes vary
        QByteArrayList lines = contentOf(path(name)).split('\n');
        lines.removeIf([](const QByteArray &line) { return line.startsWith("<style"); });
        return lines;
    };
    QCOMPARE(drawn("merged.svg"), drawn("whole.svg"));
    QVERIFY(drawn("whole.svg").size() > 20);
}

void TestMergeCommand::saysWhatIsMissing()
{
    const Outcome refused = run({"merge", "1.csv", "3.csv", "--csv", "merged.csv"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("2 of 6 configurations are in none of the files, such as 1"),
             refused.err.constData());
    QVERIFY(!QFile::exists(path("merged.csv")));
    const Outcome partial = run({"merge", "1.csv", "3.csv", "--csv", "merged.csv", "--partial"});
    QCOMPARE(partial.code, 0);
    QVERIFY2(partial.err.contains("2 are missing"), partial.err.constData());
    QCOMPARE(contentOf(path("merged.csv")).count('\n'), 5);
    const Outcome drawn = run({"merge", "1.csv", "--csv", "m.csv", "--partial", "--image", "m.png"});
    QCOMPARE(drawn.code, 2);
    QVERIFY2(drawn.err.contains("a picture needs all configurations"), drawn.err.constData());
    QVERIFY(!QFile::exists(path("m.csv")));
}

void TestMergeCommand::takesPartialFiles()
{
    QByteArray torn = contentOf(path("2.csv"));
    torn.chop(5); // in the middle of the last row
    write("2.csv.partial", torn);
    const Outcome refused = run({"merge", "1.csv", "2.csv.partial", "3.csv", "--csv", "merged.csv"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("1 of 6 configurations are in none of the files, such as 4"),
             refused.err.constData());
}

void TestMergeCommand::aRowThatWorkedReplacesAFailure()
{
    QByteArray failed = contentOf(path("2.csv"));
    failed.replace(",ok,", ",failed,");
    write("first.csv", failed);
    QCOMPARE(run({"merge", "1.csv", "first.csv", "2.csv", "3.csv", "--csv", "merged.csv"}).code, 0);
    QVERIFY(!contentOf(path("merged.csv")).contains(",failed,"));
    QCOMPARE(run({"merge", "2.csv", "first.csv", "1.csv", "3.csv", "--csv", "merged.csv"}).code, 0);
    QVERIFY(!contentOf(path("merged.csv")).contains(",failed,"));
    const Outcome merged = run({"merge", "1.csv", "first.csv", "3.csv", "--csv", "merged.csv"});
    QVERIFY2(merged.err.contains("2 gave no figures"), merged.err.constData());
}

void TestMergeCommand::oneFileTwiceCountsOnce()
{
    const Outcome merged = run({"merge", "1.csv", "2.csv", "3.csv", "2.csv", "--csv", "merged.csv"});
    QCOMPARE(merged.code, 0);
    QCOMPARE(contentOf(path("merged.csv")).count('\n'), 7);
    QVERIFY2(merged.err.contains("2 rows of configurations that another file has were left out"),
             merged.err.constData());
}

void TestMergeCommand::refuses_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("says");
    const QByteArray header = "index,a,b,device,status,makespan_us,serial_us,bound_us,speedup,efficiency,error,"
                              "range_low_us,range_high_us\n";
    QTest::newRow("nothing") << QByteArray() << QByteArray("no rows of a sweep");
    QTest::newRow("another CSV") << QByteArray("index,kind\n1,h2d\n") << QByteArray("not the columns of a sweep");
    QTest::newRow("another experiment") << header << QByteArray("not the columns of 1.csv");
    QTest::newRow("a preset") << QByteArray("{}\n") << QByteArray("not the columns of a sweep");
}

void TestMergeCommand::refuses()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, says);
    write("bad.csv", content);
    const Outcome refused = run({"merge", "1.csv", "bad.csv", "2.csv", "3.csv", "--csv", "merged.csv"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(says) && refused.err.contains("bad.csv"), refused.err.constData());
    QCOMPARE(refused.err.count('\n'), 1);
    QVERIFY(!QFile::exists(path("merged.csv")));
    QByteArray other = contentOf(path("2.csv"));
    other.replace(",sim:unit,", ",sim:unit,").replace(",non-blocking,", ",blocking,");
    write("other.csv", other);
    const Outcome mixed = run({"merge", "1.csv", "2.csv", "3.csv", "other.csv", "--csv", "merged.csv"});
    QCOMPARE(mixed.code, 2);
    QVERIFY2(mixed.err.contains("they are parts of different sweeps"), mixed.err.constData());
}

QTEST_GUILESS_MAIN(TestMergeCommand)
#include "tst_merge_command.moc"
