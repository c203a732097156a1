// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/program_file.h"
#include "tests/support/files.h"
#include "tests/support/programs.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>

using namespace streamscope;
using namespace streamscope::test;

/// The golden rows as program files (tests/data/programs), against the figures in expected.json beside them.
class TestGoldenPrograms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rows_data();
    void rows();
    void everyProgramIsUsed();

private:
    static QString folder() { return sourcePath("tests/data/programs/"); }
    static QByteArray contents(const QString &name) { return contentOf(folder() + name); }
    static QJsonArray expected() { return QJsonDocument::fromJson(contents("expected.json"))["rows"].toArray(); }
    static DeviceProfile deviceOf(const QJsonObject &device);
    static void checkOrder(const Program &program, const std::vector<OperationTimes> &times, const QString &order);
};

DeviceProfile TestGoldenPrograms::deviceOf(const QJsonObject &device)
{
    if (!device.contains("profile")) {
        DeviceProfile profile = spinDevice(device["spin_multiprocessors"].toInt());
        profile.compute.hardwareQueues = device["hardware_queues"].toInt();
        profile.compute.queueDependencies = device["queue_dependencies"].toBool(true);
        return profile;
    }
    const std::string name = device["profile"].toString().toStdString();
    return device["units"].toBool() ? inUnits(name) : loadDeviceProfile(name);
}

void TestGoldenPrograms::rows_data()
{
    QTest::addColumn<QJsonObject>("row");
    for (const QJsonValue row : expected())
        QTest::newRow(qPrintable(row["row"].toString())) << row.toObject();
}

/// The kernels in the order in which they start.
void TestGoldenPrograms::checkOrder(const Program &program, const std::vector<OperationTimes> &times,
                                    const QString &order)
{
    std::vector<std::size_t> kernels;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (program.operations[i].kind == OperationKind::Kernel)
            kernels.push_back(i);
    std::stable_sort(kernels.begin(), kernels.end(),
                     [&times](std::size_t a, std::size_t b) { return times[a].start < times[b].start; });
    QStringList names;
    for (const std::size_t i : kernels)
        names << QString::fromStdString(program.operations[i].name);
    QCOMPARE(names.join(' '), order);
}

void TestGoldenPrograms::rows()
{
    QFETCH(QJsonObject, row);
    const QString name = row["program"].toString();
    const Program program = readProgramFile(contents(name), name.toStdString()).program;
    QVERIFY(!program.title.empty());
    const auto times = simulate(deviceOf(row["device"].toObject()), program);
    const double tolerance = std::max(row["tolerance"].toDouble(), 1e-9);
    if (row.contains("makespan_ms")) {
        const double ms = makespanMs(times);
        QVERIFY2(std::abs(ms / row["makespan_ms"].toDouble() - 1) <= tolerance,
                 qPrintable(QString::number(ms, 'f', 4)));
    }
    if (row.contains("order"))
        checkOrder(program, times, row["order"].toString());
    const QJsonObject durations = row["durations_us"].toObject();
    for (std::size_t i = 0; i < times.size(); ++i) {
        const QString operation = QString::fromStdString(program.operations[i].name);
        if (!durations.contains(operation))
            continue;
        const double us = static_cast<double>(times[i].end - times[i].start) / 1000;
        QVERIFY2(std::abs(us / durations[operation].toDouble() - 1) <= tolerance,
                 qPrintable(operation + ": " + QString::number(us)));
    }
}

void TestGoldenPrograms::everyProgramIsUsed()
{
    QSet<QString> used{"expected.json"};
    for (const QJsonValue row : expected())
        used.insert(row["program"].toString());
    for (const QString &name : QDir(folder()).entryList({"*.json"}))
        QVERIFY2(used.contains(name), qPrintable(name));
}

QTEST_GUILESS_MAIN(TestGoldenPrograms)
#include "tst_golden_programs.moc"
