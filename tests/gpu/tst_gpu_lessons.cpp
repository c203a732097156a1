// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_reader.h"
#include "tests/gpu/gpu_runs.h"

#include <QProcess>
#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Every lesson's answers on a real GPU: each question has one right answer there, each task is open at its start and
/// done by its solution. Skipped without a GPU.
class GpuLessons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lessons_data();
    void lessons();
};

void GpuLessons::initTestCase()
{
    if (testDevice().starts_with("cuda:") && !listDevices().cudaUsable)
        std::exit(qEnvironmentVariableIsSet("STREAMSCOPE_TEST_DEVICE") ? 1 : 77); // CTest: skipped
}

void GpuLessons::lessons_data()
{
    QTest::addColumn<QString>("name");
    for (const LessonHeading &heading : builtInLessonHeadings())
        QTest::newRow(heading.name.c_str()) << QString::fromStdString(heading.name);
}

void GpuLessons::lessons()
{
    QFETCH(QString, name);
    QProcess check; // of its own: some runs take further processes of the program
    check.start(programUnderTest(), {"lesson", name, "--check", "--device", QString::fromStdString(testDevice())});
    QVERIFY(check.waitForFinished(600'000));
    qInfo().noquote() << check.readAllStandardOutput() << check.readAllStandardError();
    QCOMPARE(check.exitCode(), 0);
}

QTEST_GUILESS_MAIN(GpuLessons)
#include "tst_gpu_lessons.moc"
