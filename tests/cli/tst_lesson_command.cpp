// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/program_in_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QtTest>

using namespace streamscope::test;

/// lessons and lesson from outside, as teachers use them.
class TestLessonCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lists();
    void printsAnswers();
    void checks();
    void sheetsOfAClass();
    void mistakes_data();
    void mistakes();

private:
    void write(const char *name, const QByteArray &content) const
    {
        QFile file(m_program.path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    ProgramInFolder m_program;
};

void TestLessonCommand::lists()
{
    const QJsonArray lessons = m_program.json({"lessons"})["lessons"].toArray();
    QCOMPARE(lessons.size(), 20);
    QCOMPARE(lessons[0].toObject()["name"].toString(), QString("01-two-streams"));
    QCOMPARE(lessons[0].toObject()["order"].toInt(), 1);
    QVERIFY(m_program.run({"lessons"}).out.contains("20-reading-a-trace: Reading a real PyTorch trace\n"));
}

void TestLessonCommand::printsAnswers()
{
    const QByteArray text = m_program.run({"lesson", "two-streams", "--device", "sim:h200"}).out;
    QVERIFY(text.contains("Answer 1: 4 units\n"));
    QVERIFY(text.contains("  stream 1, kernel 1: from 2.0 to 3.0\n"));
    QVERIFY(text.contains("A solution: chunks = 16, streams = 4"));
    QVERIFY(!text.contains('{'));
}

void TestLessonCommand::checks()
{
    QCOMPARE(m_program.run({"lesson", "8", "--check", "--device", "sim:h200"}).out,
             QByteArray("08-both-directions: right on sim:h200\n"));
    write("wrong.md",
          "---\ntitle: T\npreset: two-stream-exercise\n---\n```question q\nWhich?\n- a (right if: r.makespan > 0 ms)\n"
          "- b (right if: r.makespan > 1 ms)\n```\n```run r\n```\n```answer q\n```\n");
    const Outcome wrong = m_program.run({"lesson", "wrong.md", "--check", "--device", "sim:unit"});
    QCOMPARE(wrong.code, 1);
    QVERIFY(wrong.err.contains("wrong.md, line 5: question 'q': several choices are right on this device: 1, 2"));

    const QByteArray lesson = "---\ntitle: T\npreset: two-stream-exercise\n---\n```run r\n```\n";
    write("twins.md", lesson);
    QVERIFY(QDir().mkdir(m_program.path("de")));
    write("de/twins.md", QByteArray(lesson).replace("title: T", "title: Titel"));
    QCOMPARE(m_program.run({"lesson", "twins.md", "--check", "--device", "sim:unit"}).code, 0);
    write("de/twins.md", QByteArray(lesson).replace("run r", "run s"));
    const Outcome twin = m_program.run({"lesson", "twins.md", "--check", "--device", "sim:unit"});
    QCOMPARE(twin.code, 1);
    QVERIFY2(twin.err.contains("de/twins.md: line 5: the block of line 5 in the lesson"), twin.err.constData());
}

void TestLessonCommand::sheetsOfAClass()
{
    write("two.class.md", "---\ntitle: Monday\n---\nHello\n\n- 1\n- 7\n");
    const Outcome made =
        m_program.run({"lesson", "two.class.md", "--device", "sim:h200", "--sheet", "a.pdf", "--solutions", "b.pdf"});
    QCOMPARE(made.code, 0);
    for (const char *name : {"a.pdf", "b.pdf"}) {
        QFile file(m_program.path(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("%PDF-"));
    }
    QVERIFY(QFile(m_program.path("b.pdf")).size() > QFile(m_program.path("a.pdf")).size());
}

void TestLessonCommand::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    write("bad.md", "---\ntitle: T\n---\n{x\n");
    QTest::newRow("unknown") << QStringList{"lesson", "nothing"}
                             << QByteArray("unknown lesson 'nothing'; lessons: 01-two-streams");
    QTest::newRow("no file") << QStringList{"lesson", "none.md"} << QByteArray("none.md");
    QTest::newRow("line") << QStringList{"lesson", "bad.md"} << QByteArray("bad.md: line 4: '{' without '}'");
    QTest::newRow("no PDF") << QStringList{"lesson", "1", "--sheet", "a.png"} << QByteArray("a sheet ends in .pdf");
    QTest::newRow("device") << QStringList{"lesson", "1", "--device", "sim:none"} << QByteArray("none");
}

void TestLessonCommand::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Outcome outcome = m_program.run(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
}

QTEST_GUILESS_MAIN(TestLessonCommand)
#include "tst_lesson_command.moc"
