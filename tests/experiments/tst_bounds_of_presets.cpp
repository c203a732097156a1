// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/experiment_runs.h"

#include "engine/analysis/bounds/work_bounds.h"
#include "engine/analysis/summary.h"
#include "engine/executors/timing/operation_times.h"
#include "engine/formats/files/preset.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// No bound is beaten: by the run itself, or by the same work in another schedule.
class TestBoundsOfPresets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noRunBeatsItsBound_data();
    void noRunBeatsItsBound();
    void noScheduleBeatsTheBoundOfAnother_data();
    void noScheduleBeatsTheBoundOfAnother();
    void waitingForTheHostIsNotEfficient();

private:
    struct Result
    {
        std::int64_t boundNs = 0, serialNs = 0, makespanNs = 0;
    };
    static Result resultOf(const char *experiment, const ExperimentSettings &settings);
};

void TestBoundsOfPresets::noRunBeatsItsBound_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("device");
    const std::vector<Preset> presets = builtInPresets(experiments());
    for (std::size_t i = 0; i < presets.size(); ++i)
        for (const char *device : {"sim:h200", "sim:k20c", "sim:c1060", "sim:unit"})
            QTest::addRow("%s on %s", presets[i].name.c_str(), device) << static_cast<int>(i) << device;
}

/// A bound that is cut to the makespan would hide an error: the uncut one is asked.
void TestBoundsOfPresets::noRunBeatsItsBound()
{
    QFETCH(int, index);
    QFETCH(QString, device);
    static const std::vector<Preset> presets = builtInPresets(experiments());
    const Preset &preset = presets[static_cast<std::size_t>(index)];
    Parameters parameters = preset.parameters;
    const RunRequest request{preset.experiment, parameters, {}};
    std::optional<RunResult> result;
    try {
        result = runOn(*openDevice(device.toStdString()), request, {});
    } catch (const std::exception &error) {
        QSKIP(error.what()); // not for this device
    }
    const Recording &recording = result->recording;
    const WorkBounds bounds(recording, &result->program);
    const Bound bound = bounds.ofRun();
    QVERIFY2(bound.ns <= recording.makespans.median(), qPrintable(QStringLiteral("%1 by %2, makespan %3")
                                                                      .arg(bound.ns)
                                                                      .arg(QLatin1String(boundName(bound.by)))
                                                                      .arg(recording.makespans.median())));
    QVERIFY(bound.ns > 0);
    for (const auto &[number, figures] : result->analysis.devices)
        QVERIFY(bounds.ofDevice(number).ns <= figures.spanNs);
    for (std::size_t i = 0; i < bounds.ownDurations().size(); ++i)
        QVERIFY(bounds.ownDurations()[i] <= recording.timeline.span(i).duration());
}

TestBoundsOfPresets::Result TestBoundsOfPresets::resultOf(const char *experiment, const ExperimentSettings &settings)
{
    const ExperimentRun run(experiment, settings);
    Recording recording;
    recording.device = loadDeviceProfile("h200").info;
    recording.timeline = makeTimeline(run.program(), run.times());
    recording.makespans.instrumented = recording.timeline.end();
    const WorkBounds bounds(recording, &run.program());
    return {bounds.ofRun().ns, summarize(recording, bounds).serialNs, recording.timeline.end()};
}

void TestBoundsOfPresets::noScheduleBeatsTheBoundOfAnother_data()
{
    QTest::addColumn<QString>("experiment");
    QTest::addColumn<QString>("knob");
    QTest::addColumn<QStringList>("values");
    QTest::newRow("issue order") << "copy-compute-pipeline"
                                 << "issue_order" << QStringList{"serial", "depth-first", "breadth-first"};
    QTest::newRow("streams of the pipeline") << "copy-compute-pipeline"
                                             << "streams" << QStringList{"1", "2", "4", "8"};
    QTest::newRow("pipeline of frames") << "copy-compute-pipeline"
                                        << "pipeline" << QStringList{"chunks", "frames"};
    QTest::newRow("default stream") << "default-stream"
                                    << "stream_flags" << QStringList{"blocking", "non-blocking"};
    QTest::newRow("host work") << "host-overlap"
                               << "overlap" << QStringList{"yes", "no"};
}

void TestBoundsOfPresets::noScheduleBeatsTheBoundOfAnother()
{
    QFETCH(QString, experiment);
    QFETCH(QString, knob);
    QFETCH(QStringList, values);
    std::vector<Result> results;
    for (const QString &value : values)
        results.push_back(resultOf(experiment.toUtf8().constData(), {{knob.toStdString(), value.toStdString()}}));
    const auto best = std::min_element(results.begin(), results.end(),
                                       [](const Result &a, const Result &b) { return a.makespanNs < b.makespanNs; });
    for (const Result &result : results)
        QVERIFY2(result.boundNs <= best->makespanNs,
                 qPrintable(QStringLiteral("%1 against %2").arg(result.boundNs).arg(best->makespanNs)));
}

void TestBoundsOfPresets::waitingForTheHostIsNotEfficient()
{
    const Result waits = resultOf("host-overlap", {{"overlap", "no"}});
    QVERIFY(static_cast<double>(waits.boundNs) < 0.7 * static_cast<double>(waits.makespanNs));
    const Result inTurn = resultOf("copy-compute-pipeline", {{"issue_order", "serial"}});
    QVERIFY(static_cast<double>(inTurn.boundNs) < 0.7 * static_cast<double>(inTurn.makespanNs));
}

QTEST_GUILESS_MAIN(TestBoundsOfPresets)
#include "tst_bounds_of_presets.moc"
