// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/experiment_runs.h"

#include "engine/changes/change.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// A change and the knobs by which an experiment does the same.
class TestKnobSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void turns_data();
    void turns();
    void turnsNothing_data();
    void turnsNothing();

private:
    static Parameters parametersOf(const QByteArray &experiment, const QByteArray &settings)
    {
        Parameters values = findExperiment(experiment.toStdString())->defaults();
        for (const QString &one : QString::fromLatin1(settings).split(' ', Qt::SkipEmptyParts))
            values.setText(one.section('=', 0, 0).toStdString(), one.section('=', 1).toStdString());
        return values;
    }
    static double makespan(const QByteArray &experiment, const Parameters &values)
    {
        return makespanMs(
            simulate(loadDeviceProfile("h200"), buildProgram(*findExperiment(experiment.toStdString()), values)));
    }
};

void TestKnobSettings::turns_data()
{
    QTest::addColumn<QByteArray>("experiment");
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("expected");
    const auto add = [](const char *experiment, const char *settings, const char *change, const char *expected) {
        QTest::newRow(change) << QByteArray(experiment) << QByteArray(settings) << QByteArray(change)
                              << QByteArray(expected);
    };
    const char *pipeline = "copy-compute-pipeline";
    add(pipeline, "host_memory=pageable", "pin:h2d pageable", "host_memory=pinned");
    add(pipeline, "chunks=1 streams=1", "split:chunks=8", "chunks=8 streams=4");
    add(pipeline, "chunks=2 streams=6", "split:chunks=4", "chunks=8 streams=6");
    add(pipeline, "issue_order=serial", "unsync", "issue_order=depth-first");
    add(pipeline, "issue_order=breadth-first", "order=depth-first", "issue_order=depth-first");
    add(pipeline, "streams=1", "spread:streams=3", "streams=3");
    add("launch-cost", "", "graph", "submission=graph");
    add("default-stream", "", "nonblocking", "stream_flags=non-blocking");
    add("allocation", "", "pool", "allocator=async-max");
    add("peer-copy", "peer_access=no", "peer", "peer_access=yes");
    add("prefetch", "depth=1", "prefetch", "depth=2");
    add("prefetch", "sync_every_step=yes", "unsync:sync", "sync_every_step=no");
    add("swimming-in-streams", "non_blocking=no", "unsync:sync stream", "non_blocking=yes");
    add("hardware-queues", "", "connections=32", "connections=32");
    add("gradient-buckets", "layers=60 layer_bytes=1000000 bucket_bytes=1000000 layer_us=20", "bucket:bytes=8MB",
        "bucket_bytes=8MB");
}

/// The knobs turned are the expected ones, no others, and the run gains by them.
void TestKnobSettings::turns()
{
    QFETCH(QByteArray, experiment);
    QFETCH(QByteArray, settings);
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, expected);
    const Parameters before = parametersOf(experiment, settings);
    const auto after = turnedKnobs(parseChange(change.toStdString()), before);
    QVERIFY(after);
    Parameters wanted = before;
    for (const QString &one : QString::fromLatin1(expected).split(' '))
        wanted.setText(one.section('=', 0, 0).toStdString(), one.section('=', 1).toStdString());
    QVERIFY(*after == wanted);
    QVERIFY(makespan(experiment, *after) < 0.999 * makespan(experiment, before));
}

void TestKnobSettings::turnsNothing_data()
{
    QTest::addColumn<QByteArray>("experiment");
    QTest::addColumn<QByteArray>("change");
    QTest::newRow("no knob does it") << QByteArray("copy-compute-pipeline") << QByteArray("scale:kernel,factor=0.5");
    QTest::newRow("as it is") << QByteArray("copy-compute-pipeline") << QByteArray("pin:h2d");
    QTest::newRow("the knob is not there") << QByteArray("launch-cost") << QByteArray("pin");
    QTest::newRow("the knob changes the work") << QByteArray("hardware-queues") << QByteArray("spread:streams=4");
    QTest::newRow("out of range") << QByteArray("gradient-buckets") << QByteArray("bucket:bytes=4KiB");
}

void TestKnobSettings::turnsNothing()
{
    QFETCH(QByteArray, experiment);
    QFETCH(QByteArray, change);
    QVERIFY(!turnedKnobs(parseChange(change.toStdString()), findExperiment(experiment.toStdString())->defaults()));
}

QTEST_GUILESS_MAIN(TestKnobSettings)
#include "tst_knob_settings.moc"
