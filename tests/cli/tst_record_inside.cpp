// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace streamscope::test;

/// The files with which a program controls its own recording: without a recorder they do nothing, with one they reach
/// it, although it lies in a scope of its own.
class TestRecordInside : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void headerCompilesEverywhere_data();
    void headerCompilesEverywhere();
    void python();

private:
    /// What a program prints, or "CODE: " and what it complains about.
    static QByteArray output(const QString &program, const QStringList &arguments, const char *recorder = nullptr)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove("CUDA_INJECTION64_PATH");
        if (recorder)
            environment.insert("CUDA_INJECTION64_PATH", recorder);
        environment.remove("STREAMSCOPE_RECORD_FOLDER");
        environment.insert("PYTHONDONTWRITEBYTECODE", "1");
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        if (!process.waitForFinished(60000))
            return "it does not end: " + process.errorString().toUtf8();
        const QByteArray complaint = process.readAllStandardError();
        return process.exitCode() == 0 && complaint.isEmpty()
                   ? process.readAllStandardOutput().trimmed()
                   : QByteArray::number(process.exitCode()) + ": " + complaint;
    }

    QTemporaryDir m_folder;
};

namespace {

/// Loads what CUDA_INJECTION64_PATH names as the driver does, and prints the results of all functions, then the calls.
const char program[] = R"(
#include "streamscope_record.h"
#include <stdio.h>
int main(void)
{
    const char *path = getenv("CUDA_INJECTION64_PATH");
    void *recorder = 0;
    printf("%d\n", streamscope_record_step());
    if (path)
        recorder = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    printf("%d ", streamscope_record_start("epoch 3"));
    printf("%d ", streamscope_record_step());
    printf("%d ", streamscope_record_window_begin("step 12"));
    printf("%d ", streamscope_record_window_end());
    printf("%d\n", streamscope_record_stop());
    if (recorder && dlsym(recorder, "counting_recorder_calls")) {
        const char *(*calls)(void) = 0;
        void *found = dlsym(recorder, "counting_recorder_calls");
        memcpy(&calls, &found, sizeof calls);
        printf("%s\n", calls());
    }
    return 0;
}
)";

const char pythonProgram[] = R"(
import ctypes, os, streamscope_record
print(streamscope_record.step())
path = os.environ.get("CUDA_INJECTION64_PATH")
recorder = ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL) if path else None
print(streamscope_record.start("epoch 3"), streamscope_record.step(), end=" ")
with streamscope_record.window("step 12") as records:
    print(records, end=" ")
try:
    with streamscope_record.window("é"):
        raise KeyError
except KeyError:
    pass
print(streamscope_record.stop())
if recorder:
    recorder.counting_recorder_calls.restype = ctypes.c_char_p
    print(recorder.counting_recorder_calls().decode())
)";

} // namespace

void TestRecordInside::headerCompilesEverywhere_data()
{
    QTest::addColumn<QStringList>("language");
    QTest::newRow("C99") << QStringList{"-x", "c", "-std=c99"};
    QTest::newRow("C17") << QStringList{"-x", "c", "-std=c17"};
    QTest::newRow("C++11") << QStringList{"-x", "c++", "-std=c++11"};
    QTest::newRow("C++20") << QStringList{"-x", "c++", "-std=c++20"};
}

void TestRecordInside::headerCompilesEverywhere()
{
    QFETCH(QStringList, language);
    store(m_folder.filePath("program.source"), program);
    const QString built = m_folder.filePath("program");
    QCOMPARE(output(COMPILER, QStringList{"-Wall", "-Wextra", "-Werror", "-pedantic", "-o", built, "-I",
                                          sourcePath("resources/recorder")}
                                  + language + QStringList{m_folder.filePath("program.source"), "-x", "none", "-ldl"}),
             QByteArray());
    QCOMPARE(output(built, {}), QByteArray("-1\n-1 -1 -1 -1 -1"));
    QCOMPARE(output(built, {}, COUNTING_RECORDER),
             QByteArray("-1\n0 0 0 0 0\nstart:epoch 3 step begin:step 12 end stop"));
    // Another tool has none of the functions.
    QCOMPARE(output(built, {}, qgetenv("STREAMSCOPE_FAILING_DEVICE").constData()), QByteArray("-1\n-1 -1 -1 -1 -1"));
}

void TestRecordInside::python()
{
    const QString interpreter = QStandardPaths::findExecutable("python3");
    if (interpreter.isEmpty())
        QSKIP("there is no python3");
    store(m_folder.filePath("program.py"), pythonProgram);
    QVERIFY(QFile::copy(sourcePath("resources/recorder/streamscope_record.py"),
                        m_folder.filePath("streamscope_record.py")));
    const QStringList script{m_folder.filePath("program.py")};
    QCOMPARE(output(interpreter, script), QByteArray("False\nFalse False False False"));
    QCOMPARE(output(interpreter, script, COUNTING_RECORDER),
             QByteArray("False\nTrue True True True\n"
                        "start:epoch 3 step begin:step 12 end begin:é end stop"));
}

QTEST_GUILESS_MAIN(TestRecordInside)
#include "tst_record_inside.moc"
