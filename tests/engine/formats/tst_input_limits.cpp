// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/number_text.h"
#include "engine/formats/io/available_memory.h"
#include "engine/formats/io/document.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "tests/support/sqlite_bytes.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <sys/stat.h>
#include <thread>

using namespace streamscope;

/// Every input is read within limits: a file, a pipe, an endless device.
class TestInputLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void problemsAreNamed();
    void namesOfAnyBytes();
    void devicesWithoutAnEnd();
    void documentsAreLimited();
    void tracesAreLimited_data();
    void tracesAreLimited();
    void pipes_data();
    void pipes();
    void availableMemory_data();
    void availableMemory();
    void sizes();

private:
    std::string path(const std::string &name) const { return m_folder.path().toStdString() + "/" + name; }
    std::string write(const std::string &name, const std::string &text) const
    {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    QTemporaryDir m_folder;
};

namespace {

template <typename Action>
QByteArray message(Action action)
{
    try {
        action();
    } catch (const std::exception &error) {
        return error.what();
    }
    return {};
}

std::string kernelEvents(int count)
{
    std::string json = "[";
    for (int i = 0; i < count; ++i)
        json += std::string(i ? ",\n" : "") + R"({"ph":"X","cat":"kernel","pid":0,"tid":7,"dur":1,"name":"k","ts":)"
                + std::to_string(i) + "}";
    return json + "]";
}

std::string csvRows(int count)
{
    std::string csv =
        "index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\r\n";
    for (int i = 0; i < count; ++i)
        csv += std::to_string(i) + ",kernel,k,0,0,compute,0,,0,,,1.000,2.000,model\r\n";
    return csv;
}

std::string databaseOf(int rows)
{
    return test::database("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, contextId INT, "
                          "streamId INT, correlationId INT, globalPid INT, demangledName TEXT);"
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                          + std::to_string(rows)
                          + ") INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i * 10, i * 10 + 5, 0, 1, 7, i, 1, "
                            "'kernel ' || i FROM n;");
}

} // namespace

void TestInputLimits::problemsAreNamed()
{
    QCOMPARE(message([&] { openInput(path("none.json")); }),
             QByteArray::fromStdString(path("none.json") + ": cannot be read: there is no such file"));
    QVERIFY(message([&] { openInput(m_folder.path().toStdString()); }).endsWith("it is a folder, not a file"));
    QCOMPARE(message([] { openInput(""); }), QByteArray("'': cannot be read: there is no such file"));
}

void TestInputLimits::namesOfAnyBytes()
{
    for (const std::string name : {"\xff.json", "-x.json", "a\nb.json", "Ünïcode %41?#.json"}) {
        const std::string file = write(name, kernelEvents(3));
        QCOMPARE(importTrace(file).recording.timeline.size(), std::size_t{3});
        const std::string database = write(name + ".sqlite", databaseOf(4));
        QCOMPARE(importTrace(database).recording.timeline.size(), std::size_t{4});
        QCOMPARE(importTrace("/" + database).recording.timeline.size(), std::size_t{4}); // two slashes: no host's name
        QVERIFY(fileExists(file));
    }
}

void TestInputLimits::devicesWithoutAnEnd()
{
    const QByteArray said = message([] { readDocument(openInput("/dev/zero")); });
    QVERIFY2(said.startsWith("/dev/zero: is larger than ") && said.contains("--memory-limit"), said.constData());
    QVERIFY(message([] { importTrace("/dev/zero"); }).startsWith("/dev/zero: not a trace"));
}

void TestInputLimits::documentsAreLimited()
{
    const std::string file = write("large.json", std::string(10'000, ' '));
    QCOMPARE(readDocument(openInput(file)).size(), 10'000);
    QCOMPARE(readDocument(openInput(file), 10'000 * memoryPerDocumentByte).size(), 10'000);
    const QByteArray said = message([&] { readDocument(openInput(file), 9'999 * memoryPerDocumentByte); });
    QVERIFY2(said.contains("is larger than 9.765 KiB") && said.contains("--memory-limit"), said.constData());
}

void TestInputLimits::tracesAreLimited_data()
{
    QTest::addColumn<QByteArray>("bytes");
    constexpr int rows = 20'000;
    QTest::newRow("JSON") << QByteArray::fromStdString(kernelEvents(rows));
    QTest::newRow("CSV") << QByteArray::fromStdString(csvRows(rows));
    QTest::newRow("a database") << QByteArray::fromStdString(databaseOf(rows));
    QTest::newRow("one long value") << QByteArray("[{\"ph\":\"" + QByteArray(8 << 20, 'x') + "\"}]");
    QByteArray streams("[");
    for (int i = 0; i < 10'000; ++i)
        streams += QByteArray(i ? "," : "") + R"({"ph":"X","cat":"kernel","pid":0,"ts":1,"name":"k","tid":)"
                   + QByteArray::number(i) + "}";
    QTest::newRow("streams") << streams + "]";
    QByteArray calls("[");
    for (int i = 0; i < 100'000; ++i)
        calls += QByteArray(i ? "," : "")
                 + R"({"ph":"X","cat":"cuda_runtime","ts":1,"name":"cudaEventRecord","args":{"correlation":)"
                 + QByteArray::number(i) + "}}";
    QTest::newRow("records") << calls + "]";
}

/// Also where broken files are salvaged: a limit is no break.
void TestInputLimits::tracesAreLimited()
{
    QFETCH(QByteArray, bytes);
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    for (const bool salvage : {false, true}) {
        const QByteArray said = message([&] { importTraceBytes(text, "F", {salvage, 2 << 20}); });
        QCOMPARE(said,
                 QByteArray("F: needs more memory than the limit of 2 MiB; --memory-limit SIZE sets another one"));
    }
    QVERIFY(message([&] { importTraceBytes(text, "F", {false, std::uint64_t{1} << 30}); }).isEmpty());
}

void TestInputLimits::pipes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("JSON") << QByteArray::fromStdString(kernelEvents(2'000));
    QTest::newRow("JSON behind a mark") << QByteArray("\xef\xbb\xbf" + QByteArray::fromStdString(kernelEvents(2'000)));
    QTest::newRow("CSV") << QByteArray::fromStdString(csvRows(2'000));
    QTest::newRow("a database") << QByteArray::fromStdString(databaseOf(2'000));
}

/// A pipe cannot be read twice or anywhere but at its front.
void TestInputLimits::pipes()
{
    QFETCH(QByteArray, bytes);
    const std::string pipe = path("pipe");
    ::unlink(pipe.c_str());
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] {
        std::ofstream file(pipe, std::ios::binary);
        file.write(bytes.constData(), bytes.size());
    });
    InputFile file = openInput(pipe);
    const bool isTrace = looksLikeTrace(file);
    const ImportedTrace trace = importTrace(std::move(file));
    writer.join();
    QVERIFY(isTrace);
    QCOMPARE(trace.recording.timeline.size(), std::size_t{2'000});
}

void TestInputLimits::availableMemory_data()
{
    QTest::addColumn<QStringList>("files"); // path, contents
    QTest::addColumn<quint64>("bytes");
    const QStringList system{"proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable:    1000 kB\n"};
    QTest::newRow("the system") << system << quint64{1000 * 1024};
    const QStringList second = system
                               + QStringList{"proc/self/cgroup",
                                             "0::/a/b\n",
                                             "sys/fs/cgroup/a/memory.max",
                                             "900000\n",
                                             "sys/fs/cgroup/a/memory.current",
                                             "500000\n",
                                             "sys/fs/cgroup/a/memory.stat",
                                             "anon 5\ninactive_file 100000\n",
                                             "sys/fs/cgroup/a/b/memory.max",
                                             "max\n"};
    QTest::newRow("a group around its own") << second << quint64{500'000};
    QTest::newRow("a container") << system + QStringList{"proc/self/cgroup",
                                                         "0::/\n",
                                                         "sys/fs/cgroup/memory.max",
                                                         "700000",
                                                         "sys/fs/cgroup/memory.current",
                                                         "800000"}
                                 << quint64{0};
    QTest::newRow("version 1") << system
                                      + QStringList{"proc/self/cgroup",
                                                    "5:cpu:/x\n4:memory:/x\n",
                                                    "sys/fs/cgroup/memory/x/memory.limit_in_bytes",
                                                    "300000",
                                                    "sys/fs/cgroup/memory/x/memory.usage_in_bytes",
                                                    "100000"}
                               << quint64{200'000};
}

void TestInputLimits::availableMemory()
{
    QFETCH(QStringList, files);
    QFETCH(quint64, bytes);
    const QTemporaryDir root;
    for (qsizetype i = 0; i < files.size(); i += 2) {
        const QString file = root.path() + "/" + files[i];
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        std::ofstream(file.toStdString()) << files[i + 1].toStdString();
    }
    QCOMPARE(quint64{streamscope::availableMemory(root.path().toStdString())}, bytes);
}

void TestInputLimits::sizes()
{
    QCOMPARE(parseSize("64MiB").value_or(0), std::int64_t{64} << 20);
    QCOMPARE(parseSize("256M").value_or(0), std::int64_t{256} << 20);
    QCOMPARE(parseSize("1TB").value_or(0), std::int64_t{1'000'000'000'000});
    QCOMPARE(parseSize("2TiB").value_or(0), std::int64_t{2} << 40);
    QCOMPARE(parseSize("64k").value_or(0), std::int64_t{64} << 10);
    QCOMPARE(sizeText(std::int64_t{2} << 40), std::string("2TiB"));
    QCOMPARE(parseSize("1.5 GiB").value_or(0), std::int64_t{1536} << 20);
    QVERIFY(!parseSize("MiB") && !parseSize("") && !parseSize("12 parsecs"));
    QCOMPARE(roundSizeText(6'668'000'000), std::string("6.21 GiB"));
    QCOMPARE(roundSizeText(std::uint64_t{64} << 20), std::string("64 MiB"));
    QCOMPARE(roundSizeText(12), std::string("12 bytes"));
}

QTEST_GUILESS_MAIN(TestInputLimits)
#include "tst_input_limits.moc"
