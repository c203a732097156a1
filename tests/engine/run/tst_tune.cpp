// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/program/errors.h"
#include "engine/run/sweep/sweep.h"
#include "engine/run/tune/experiment_tuning.h"
#include "engine/run/tune/tune.h"
#include "engine/run/tune/tuning_search.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace streamscope;

namespace {

/// A machine that is unlike the model of the H200: slow calls of the host, a slow link, copies that start late.
DeviceProfile unlikeMachine()
{
    DeviceProfile profile = loadDeviceProfile("h200");
    profile.info.id = "sim:unlike";
    profile.host.kernelLaunchNs *= 1.7;
    profile.host.copyNs *= 2.2;
    profile.host.streamSwitchNs *= 3;
    profile.host.graphNodeNs *= 10;
    profile.copies.startNs *= 3;
    profile.copies.startBehindKernelNs *= 2;
    profile.copies.queuedStartNs *= 4;
    for (DirectionCosts *direction : {&profile.copies.h2d, &profile.copies.d2h})
        for (CopyCost *cost : {&direction->pageable, &direction->pinned})
            for (CopyCost::Point &point : cost->bandwidth)
                point.bytesPerSecond *= direction == &profile.copies.h2d ? 0.75 : 0.6;
    profile.copies.h2dTwoWayFactor = 0.75;
    profile.compute.kernelStartNs *= 1.5;
    return profile;
}

ExperimentTuningRequest requestOf(const QByteArray &experiment, const QStringList &settings)
{
    ExperimentTuningRequest request;
    request.experiment = findExperiment(experiment.toStdString());
    request.start = request.experiment->defaults();
    for (const QString &setting : settings)
        request.start.setText(setting.section('=', 0, 0).toStdString(), setting.section('=', 1).toStdString());
    return request;
}

std::unique_ptr<Executor> simulated(DeviceProfile profile)
{
    return std::make_unique<SimulatorExecutor>(std::move(profile));
}

std::int64_t bestOfAll(const ExperimentTuningRequest &request, const DeviceProfile &machine, std::size_t &all)
{
    SweepRequest sweep;
    sweep.experiment = request.experiment;
    sweep.base = request.start;
    sweep.axes = tuningAxes(request.start);
    const SweepTable table = runSweep(sweep, simulated(machine), {});
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    all = 0;
    for (const SweepRow &row : table.rows)
        if (row.status == SweepStatus::Ok) {
            best = std::min(best, row.summary.makespanNs);
            ++all;
        }
    return best;
}

/// Two knobs; the model thinks that a is all that counts, and by factors of `error` of the second knob it is wrong.
class MadeUpTarget final : public TuningTarget
{
public:
    std::string title() const override { return "made up"; }
    const std::vector<TuningKnob> &knobs() const override { return m_knobs; }
    const TuningPlace &start() const override { return m_start; }
    DeviceInfo device() const override { return {}; }
    ProfileChoice model() const override { return {}; }
    std::vector<TuningCandidate> predict(const RunControl &) override
    {
        std::vector<TuningCandidate> candidates;
        for (std::size_t a = 0; a < 4; ++a)
            for (std::size_t b = 0; b < 4; ++b)
                candidates.push_back({{a, b}, 1'000'000 - static_cast<std::int64_t>(a * 10'000 + b), {0.8, 1.25}});
        return candidates;
    }
    TuningSample measure(const TuningPlace &place, const RunControl &) override
    {
        ++measured;
        if (place == refused)
            throw InputError("does not fit");
        if (stopAfter == measured)
            stop.request_stop();
        const std::int64_t ns =
            1'000'000 - static_cast<std::int64_t>(place[0] * 10'000) - (place[1] == 1 ? std::int64_t{150'000} : 0);
        return {ns, {ns - 1000, ns + 1000}, 10};
    }

    TuningPlace refused;
    int measured = 0, stopAfter = 0;
    std::stop_source stop;

private:
    std::vector<TuningKnob> m_knobs{{"a", {"1", "2", "3", "4"}, true}, {"b", {"w", "x", "y", "z"}, false}};
    TuningPlace m_start{0, 0};
};

} // namespace

class TestTune : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheBestOfAnUnlikeMachine_data();
    void findsTheBestOfAnUnlikeMachine();
    void ownModelNeedsTwoRuns();
    void measurementsCorrectTheModel();
    void failuresCountAndAreLeftOut();
    void startThatFailsIsAnError();
    void stopKeepsWhatIsKnown();
    void gainHasItsRange();
    void twinsAreLeftOut();
    void workIsNeverTuned();
    void everySpaceIsSmall();
    void chosenKnobs();
    void nothingToTurn();
};

void TestTune::findsTheBestOfAnUnlikeMachine_data()
{
    QTest::addColumn<QByteArray>("experiment");
    QTest::addColumn<QStringList>("settings");
    QTest::newRow("large copies") << QByteArray("copy-compute-pipeline")
                                  << QStringList{"bytes=64MiB", "chunks=2", "streams=2"};
    QTest::newRow("small copies") << QByteArray("copy-compute-pipeline")
                                  << QStringList{"bytes=1MiB", "chunks=16", "streams=1", "host_memory=pageable",
                                                 "issue_order=serial"};
    QTest::newRow("long kernels") << QByteArray("copy-compute-pipeline")
                                  << QStringList{"bytes=16MiB", "kernel_work=2048"};
    QTest::newRow("both ways") << QByteArray("bidirectional-copy")
                               << QStringList{"bytes=16MiB", "host_memory=pageable"};
    QTest::newRow("a loader") << QByteArray("prefetch") << QStringList{"sync_every_step=yes", "depth=1", "loader_ms=0"};
}

void TestTune::findsTheBestOfAnUnlikeMachine()
{
    QFETCH(QByteArray, experiment);
    QFETCH(QStringList, settings);
    const ExperimentTuningRequest request = requestOf(experiment, settings);
    std::size_t all = 0;
    const std::int64_t best = bestOfAll(request, unlikeMachine(), all);
    ExperimentTuning target(request, simulated(unlikeMachine()), ProfileChoice{"h200", "the wrong one"});
    const Tuning tuning = tune(target, 20, {});
    QCOMPARE(tuning.combinations, all);
    QVERIFY(tuning.runs.size() <= 20);
    const double over = static_cast<double>(tuning.bestRun().sample.ns) / static_cast<double>(best) - 1;
    qInfo("%zu combinations, %zu runs, gain %.1f %%, %.2f %% over the best, confidence %.0f %%", all,
          tuning.runs.size(), tuning.gain() * 100, over * 100, tuning.confidence * 100);
    QVERIFY2(over <= 0.03, qPrintable(QString::number(over)));
}

void TestTune::ownModelNeedsTwoRuns()
{
    const ExperimentTuningRequest request = requestOf("copy-compute-pipeline", {"bytes=16MiB", "streams=1"});
    const DeviceProfile machine = loadDeviceProfile("h200");
    std::size_t all = 0;
    const std::int64_t best = bestOfAll(request, machine, all);
    ExperimentTuning target(request, simulated(machine));
    const Tuning tuning = tune(target, 20, {});
    QCOMPARE(tuning.runs.size(), std::size_t(2));
    QCOMPARE(tuning.bestRun().sample.ns, best);
    QVERIFY(tuning.simulated());
    QVERIFY(tuning.confidence > 0.99);
}

void TestTune::measurementsCorrectTheModel()
{
    MadeUpTarget target;
    const Tuning tuning = tune(target, 12, {});
    QCOMPARE(tuning.bestRun().place, (TuningPlace{3, 1}));
    QVERIFY(tuning.confidence > 0.9);

    const std::vector<TuningCandidate> candidates = target.predict({});
    PredictionCorrection correction(target.knobs(), candidates);
    const auto expectedAt = [&](std::size_t candidate) { return std::exp(correction.at(candidate).mean); };
    correction.add(0, 1'000'000, 0.003); // a = 1, b = w: as predicted
    const double before = expectedAt(13), other = expectedAt(14), doubt = correction.at(13).deviation;
    correction.add(1, 850'000, 0.003);                                         // a = 1, b = x: less
    QVERIFY(expectedAt(13) < 0.95 * before);                                   // a = 4, b = x
    QVERIFY(1 - expectedAt(14) / other < 0.7 * (1 - expectedAt(13) / before)); // a = 4, b = y
    QVERIFY(std::abs(expectedAt(1) / 850'000 - 1) < 0.01);
    QVERIFY(correction.at(1).deviation < doubt / 5);
}

void TestTune::failuresCountAndAreLeftOut()
{
    MadeUpTarget target;
    target.refused = {3, 3};
    const Tuning tuning = tune(target, 12, {});
    const auto failed = std::count_if(tuning.runs.begin(), tuning.runs.end(),
                                      [](const TuningRun &run) { return run.status != SweepStatus::Ok; });
    QCOMPARE(failed, std::ptrdiff_t(1));
    QCOMPARE(tuning.bestRun().place, (TuningPlace{3, 1}));
}

void TestTune::startThatFailsIsAnError()
{
    MadeUpTarget target;
    target.refused = {0, 0};
    QVERIFY_THROWS_EXCEPTION(InputError, tune(target, 5, {}));
    QVERIFY_THROWS_EXCEPTION(InputError, tune(target, 0, {}));
}

void TestTune::stopKeepsWhatIsKnown()
{
    MadeUpTarget target;
    target.stopAfter = 3;
    RunControl control;
    control.stop = target.stop.get_token();
    QCOMPARE(tune(target, 20, control).runs.size(), std::size_t(3));
}

void TestTune::gainHasItsRange()
{
    Tuning tuning;
    tuning.device.kind = DeviceKind::Cuda;
    tuning.runs.resize(2);
    tuning.runs[0].sample = {1000, {950, 1050}, 10};
    tuning.runs[1].sample = {500, {475, 525}, 10};
    QCOMPARE(tuning.gain(), 0.0);
    QCOMPARE(tuning.gainRange(), (FactorRange{0, 0}));
    tuning.best = 1;
    QCOMPARE(tuning.gain(), 0.5);
    QVERIFY(std::abs(tuning.gainRange().low - (1 - 525.0 / 950)) < 1e-9);
    QVERIFY(std::abs(tuning.gainRange().high - (1 - 475.0 / 1050)) < 1e-9);
}

void TestTune::twinsAreLeftOut()
{
    const std::vector<TuningKnob> knobs{{"a", {"1", "2", "3"}, true}, {"b", {"x", "y"}, false}};
    std::vector<TuningCandidate> all;
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 2; ++b)
            all.push_back({{a, b}, static_cast<std::int64_t>(100 + a), {}});
    all.back().predictedNs = 7; // the only one in which b counts
    const auto kept = distinctCandidates(knobs, all, {0, 1});
    QCOMPARE(kept.size(), std::size_t(4));
    const auto has = [&kept](const TuningPlace &place) {
        return std::any_of(kept.begin(), kept.end(), [&](const TuningCandidate &c) { return c.place == place; });
    };
    QVERIFY(has({0, 1}) && has({1, 1}) && has({2, 0}) && has({2, 1}));
}

/// A tuning knob issues the same work in another way: the bytes that are copied, and what kernels do, stay.
void TestTune::workIsNeverTuned()
{
    const auto workOf = [](const Program &program) {
        double bytes = 0, kernels = 0;
        for (const Operation &operation : program.operations) {
            bytes += isCopy(operation.kind) ? static_cast<double>(operation.bytes) : 0;
            if (operation.kind == OperationKind::Kernel)
                kernels += operation.kernel->kind == KernelKind::Spin
                               ? static_cast<double>(operation.durationNs) * operation.kernel->grid
                               : static_cast<double>(operation.kernel->elements)
                                     * static_cast<double>(operation.kernel->workPerElement);
        }
        return std::pair(bytes, kernels);
    };
    for (const Experiment *experiment : experiments()) {
        const Parameters start = experiment->defaults();
        const auto expected = workOf(buildProgram(*experiment, start));
        for (const SweepAxis &axis : tuningAxes(start)) {
            if (experiment->id() == "prefetch" && axis.name == "depth")
                continue; // each buffer comes back once to be checked
            for (const ParameterValue &value : axis.values) {
                Parameters turned = start;
                turned.set(axis.name, value);
                QVERIFY2(workOf(buildProgram(*experiment, turned)) == expected,
                         (experiment->id() + ": " + axis.name).c_str());
            }
        }
    }
}

void TestTune::everySpaceIsSmall()
{
    for (const Experiment *experiment : experiments())
        QVERIFY2(sweepConfigurations(tuningAxes(experiment->defaults())) <= 5000, experiment->id().c_str());
}

void TestTune::chosenKnobs()
{
    ExperimentTuningRequest request = requestOf("copy-compute-pipeline", {"bytes=1MiB", "chunks=5"});
    request.axes = {parseSweepAxis(request.start, "chunks=2,8")};
    ExperimentTuning target(request, simulated(loadDeviceProfile("h200")));
    QCOMPARE(target.knobs().size(), std::size_t(1));
    QCOMPARE(target.knobs().front().values, (std::vector<std::string>{"2", "5", "8"}));
    QCOMPARE(target.start(), TuningPlace{1});
    QCOMPARE(target.parametersAt({2}).integer("chunks"), std::int64_t(8));
}

void TestTune::nothingToTurn()
{
    ExperimentTuningRequest request = requestOf("copy-compute-pipeline", {"chunks=5"});
    request.axes = {parseSweepAxis(request.start, "chunks=5")};
    QVERIFY_THROWS_EXCEPTION(InputError, ExperimentTuning(request, simulated(loadDeviceProfile("h200"))));
}

QTEST_GUILESS_MAIN(TestTune)
#include "tst_tune.moc"
