// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"

#include "engine/formats/files/device_profile_file.h"
#include "engine/run/prediction.h"
#include "engine/run/trace_job.h"

#include <QtTest>

using namespace streamscope;

class TestProfileChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMachineOfTheGpuCounts_data();
    void theMachineOfTheGpuCounts();
    void machinesWithSeveralGpusTakeLongerToTheHost();
    void aTraceNamesTheGpusOfItsMachine();
};

void TestProfileChoice::theMachineOfTheGpuCounts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QString>("profile");

    QTest::newRow("not known") << "NVIDIA H200" << 0 << "h200";
    QTest::newRow("one") << "NVIDIA H200" << 1 << "h200";
    QTest::newRow("two") << "NVIDIA H200" << 2 << "h200-x2";
    QTest::newRow("eight") << "NVIDIA H200" << 8 << "h200-x2";
    QTest::newRow("four of which one is known") << "Tesla K20c" << 4 << "k20c";
    QTest::newRow("a GPU without a model") << "NVIDIA H300" << 1 << "h200";
}

void TestProfileChoice::theMachineOfTheGpuCounts()
{
    QFETCH(const QString, name);
    QFETCH(const int, gpus);
    QFETCH(const QString, profile);
    DeviceInfo device;
    device.name = name.toStdString();
    if (gpus > 0)
        device.machineDevices = gpus;
    QCOMPARE(QString::fromStdString(builtInProfile(device).profile), profile);
}

/// Copies to the host took 0.7 us longer on each of eleven machines with two H200s, and on none of 47 with one
/// (docs/measurements/model.md).
void TestProfileChoice::machinesWithSeveralGpusTakeLongerToTheHost()
{
    const DeviceProfile one = loadDeviceProfile("h200"), two = loadDeviceProfile("h200-x2");
    QCOMPARE(two.info.machineDevices, std::optional(2));
    const double longer = two.copies.d2h.chainedLatencyNs - one.copies.d2h.chainedLatencyNs;
    QVERIFY2(longer > 500 && longer < 1000, qPrintable(QString::number(longer)));
}

void TestProfileChoice::aTraceNamesTheGpusOfItsMachine()
{
    const auto profileOf = [](const char *trace) {
        const QString path = test::sourcePath(QStringLiteral("tests/data/pairs/") + QLatin1String(trace));
        return chooseProfile(openTrace({path.toStdString(), {}}, {}).recording.device).profile;
    };
    QCOMPARE(profileOf("h200-nccl/advised-bucket-backward.before.json.gz"), std::string("h200-x2"));
    QCOMPARE(profileOf("h200-second/alloc-loop.before.json.gz"), std::string("h200"));
}

QTEST_GUILESS_MAIN(TestProfileChoice)
#include "tst_profile_choice.moc"
