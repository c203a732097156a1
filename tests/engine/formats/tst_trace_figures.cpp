// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/analysis.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "tests/support/files.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Every figure of every real trace, to the nanosecond, against figures that another program computed. The public
/// traces lie beside the checkout or where STREAMSCOPE_TRACES says; without them only our own are read.
class TestTraceFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figures_data();
    void figures();

private:
    static QString traceFolder()
    {
        return qEnvironmentVariable("STREAMSCOPE_TRACES",
                                    qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/../shared/traces");
    }
    void addFolder(const QString &folder, const QString &prefix);
    void compareDevice(const QJsonObject &expected, const DeviceFigures &figures, const ImportReport &report);
    void compareCopies(const QJsonObject &expected, const DeviceFigures &figures);
    void compareStreams(const QJsonObject &expected, const DeviceFigures &figures);
    void compareHost(const QJsonObject &expected, const HostEventCounts &counts);
};

void TestTraceFigures::addFolder(const QString &folder, const QString &prefix)
{
    const QJsonObject all = QJsonDocument::fromJson(contentOf(folder + "/expected.json")).object();
    for (auto entry = all.begin(); entry != all.end(); ++entry) {
        QString path = folder + "/" + entry.key();
        if (!QFileInfo::exists(path))
            path = folder + "/" + entry.key().section('/', 1); // ours lie flat
        QTest::newRow(qPrintable(prefix + entry.key())) << path << entry.value().toObject();
    }
}

void TestTraceFigures::figures_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonObject>("expected");
    addFolder(tracePath({}), "own ");
    if (QFileInfo::exists(traceFolder() + "/expected.json"))
        addFolder(traceFolder(), "");
    else
        qWarning("no public traces here: only our own are read (STREAMSCOPE_TRACES names their folder)");
}

namespace {

qint64 ns(const QJsonObject &object, const char *key)
{
    return object[QLatin1String(key)].toInteger(-1);
}

const char *direction(OperationKind kind)
{
    return kind == OperationKind::H2D ? "HtoD" : kind == OperationKind::D2H ? "DtoH" : "DtoD";
}

} // namespace

void TestTraceFigures::compareCopies(const QJsonObject &expected, const DeviceFigures &figures)
{
    QCOMPARE(static_cast<qsizetype>(figures.copies.size()), expected.size());
    for (const CopyRate &rate : figures.copies) {
        const QString key =
            QString("%1 %2->%3")
                .arg(direction(rate.kind), memoryKindName(rate.from).data(), memoryKindName(rate.to).data());
        const QJsonObject one = expected[key].toObject();
        QVERIFY2(!one.isEmpty(), qPrintable(key));
        QCOMPARE(rate.count, ns(one, "n"));
        QCOMPARE(static_cast<qint64>(rate.bytes), ns(one, "bytes"));
        QCOMPARE(rate.sumNs, ns(one, "sum_ns"));
        QVERIFY(std::abs(rate.gigabytesPerSecond() - one["GB_per_s"].toDouble()) < 6e-5);
    }
}

void TestTraceFigures::compareStreams(const QJsonObject &expected, const DeviceFigures &figures)
{
    QCOMPARE(static_cast<qsizetype>(figures.streams.size()), expected.size());
    for (const auto &[id, stream] : figures.streams) {
        const QJsonObject one = expected[QString::fromStdString(id)].toObject();
        QVERIFY2(!one.isEmpty(), id.c_str());
        QCOMPARE(stream.busyNs, ns(one, "union_ns"));
        qint64 operations = 0;
        for (const QJsonValue &count : one["counts"].toObject())
            operations += count.toInteger();
        QCOMPARE(stream.operations, operations);
        std::int64_t gaps = 0;
        for (const std::int64_t gap : stream.gapsNs)
            gaps += gap;
        QCOMPARE(gaps, stream.gapNs);
    }
}

void TestTraceFigures::compareDevice(const QJsonObject &expected, const DeviceFigures &figures,
                                     const ImportReport &report)
{
    QCOMPARE(figures.firstStartNs + report.originNs, ns(expected, "first_start_ns"));
    QCOMPARE(figures.spanNs, ns(expected, "span_ns"));
    QCOMPARE(figures.busyUnionNs, ns(expected, "busy_union_ns"));
    QCOMPARE(figures.idleNs, ns(expected, "idle_ns"));
    const QJsonObject unions = expected["union_ns"].toObject();
    QCOMPARE(figures.unionNs.kernel, ns(unions, "kernel"));
    QCOMPARE(figures.unionNs.copy, ns(unions, "memcpy"));
    QCOMPARE(figures.unionNs.memset, ns(unions, "memset"));
    QCOMPARE(figures.unionNs.h2d, ns(unions, "HtoD"));
    QCOMPARE(figures.unionNs.d2h, ns(unions, "DtoH"));
    QCOMPARE(figures.unionNs.compute, ns(unions, "compute_kernel"));
    QCOMPARE(figures.unionNs.communication, ns(unions, "comm_kernel"));
    const QJsonObject overlaps = expected["overlap_ns"].toObject();
    QCOMPARE(figures.overlapNs.kernelCopy, ns(overlaps, "kernel&memcpy"));
    QCOMPARE(figures.overlapNs.kernelH2D, ns(overlaps, "kernel&HtoD"));
    QCOMPARE(figures.overlapNs.kernelD2H, ns(overlaps, "kernel&DtoH"));
    QCOMPARE(figures.overlapNs.h2dD2H, ns(overlaps, "HtoD&DtoH"));
    QCOMPARE(figures.overlapNs.computeCommunication, ns(overlaps, "compute&comm"));
    QCOMPARE(figures.exposedCopyNs, ns(expected, "exposed_memcpy_ns"));
    if (const QJsonValue hidden = expected["pct_memcpy_hidden_by_kernel"]; !hidden.isNull())
        QVERIFY(std::abs(figures.copyHiddenPercent - hidden.toDouble()) < 6e-5);
    const qint64 sum = ns(expected["sum_ns"].toObject(), "kernel") + ns(expected["sum_ns"].toObject(), "memcpy")
                       + ns(expected["sum_ns"].toObject(), "memset");
    QCOMPARE(figures.serialNs, sum);
    QCOMPARE(figures.zeroDurations, ns(expected, "zero_duration_ops"));
    QCOMPARE(figures.maxStreamsActive, static_cast<int>(ns(expected, "max_streams_active")));
    QJsonObject active;
    for (const auto &[count, time] : figures.streamsActiveNs)
        active[QString::number(count)] = static_cast<qint64>(time);
    QCOMPARE(active, expected["streams_active_ns"].toObject());
    const auto &budget = figures.budgetNs;
    QCOMPARE(budget.compute + budget.exposedCommunication + budget.exposedCopy + budget.idle, figures.spanNs);
    const CriticalPath &path = figures.criticalPath;
    QCOMPARE(path.compute + path.communication + path.copy + path.memset + path.host + path.launch + path.wait,
             figures.spanNs);
    compareCopies(expected["copies"].toObject(), figures);
    compareStreams(expected["streams"].toObject(), figures);
}

void TestTraceFigures::compareHost(const QJsonObject &expected, const HostEventCounts &counts)
{
    const auto sum = [&expected](std::initializer_list<const char *> categories) {
        std::uint64_t events = 0;
        for (const char *category : categories)
            events += static_cast<std::uint64_t>(expected[QLatin1String(category)].toInteger());
        return events;
    };
    QCOMPARE(counts.calls, sum({"cuda_runtime", "cuda_driver", "Runtime"}));
    QCOMPARE(counts.operators, sum({"cpu_op", "Operator"}));
    QCOMPARE(counts.ranges, sum({"user_annotation"}));
    QCOMPARE(counts.pythonFrames, sum({"python_function"}));
    QVERIFY(counts.threads >= 1);
}

void TestTraceFigures::figures()
{
    QFETCH(QString, path);
    QFETCH(QJsonObject, expected);
    if (expected.contains("error")) {
        QVERIFY_THROWS_EXCEPTION(InputError, importTrace(path.toStdString()));
        QVERIFY(importTrace(path.toStdString(), {true}).report.keptInAll() > 0);
        return;
    }
    const ImportedTrace trace = importTrace(path.toStdString());
    const RunAnalysis analysis = analyze(trace.recording, nullptr);
    const QJsonObject devices = expected["devices_active"].toObject();
    QCOMPARE(static_cast<qsizetype>(analysis.devices.size()), devices.size());
    for (const auto &[device, figures] : analysis.devices)
        compareDevice(devices[QString::number(device)].toObject(), figures, trace.report);
    if (expected.contains("events"))
        QCOMPARE(static_cast<qint64>(trace.report.eventsRead), ns(expected, "events"));
    if (expected.contains("uncompressed_bytes"))
        QCOMPARE(static_cast<qint64>(trace.report.bytesRead), ns(expected, "uncompressed_bytes"));
    if (expected["gpu_ops_with_runtime_call"].toInteger() > 0)
        QCOMPARE(analysis.host.issuedKnown, ns(expected, "gpu_ops_with_runtime_call"));
    if (expected.contains("x_categories"))
        compareHost(expected["x_categories"].toObject(), trace.report.host);
    if (expected.contains("runtime_rows"))
        QCOMPARE(static_cast<qint64>(trace.report.host.calls), ns(expected, "runtime_rows"));
    const qint64 operations = analysis.host.issuedKnown + analysis.host.issuedUnknown;
    QCOMPARE(operations, ns(expected, "gpu_ops"));
}

QTEST_GUILESS_MAIN(TestTraceFigures)
#include "tst_trace_figures.moc"
