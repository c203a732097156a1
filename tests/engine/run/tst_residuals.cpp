// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/work_mix.h"
#include "engine/device/residuals.h"
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/device_profile_writer.h"
#include "engine/program/errors.h"
#include "engine/run/model_check/check_figures.h"
#include "engine/run/model_check/model_check.h"
#include "engine/run/model_check/residual_fit.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace streamscope;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// One operation of this class.
WorkMix only(WorkClass workClass)
{
    WorkMix mix;
    mix.shares[static_cast<std::size_t>(workClass)] = 1;
    return mix;
}

WorkMix mixOf(const char *experiment, const std::vector<std::pair<const char *, const char *>> &settings)
{
    Parameters parameters = findExperiment(experiment)->defaults();
    for (const auto &[name, value] : settings)
        parameters.setText(name, value);
    const Program program = buildProgram(*findExperiment(experiment), parameters);
    SimulatorExecutor model(loadDeviceProfile("h200"));
    return workMix(program, model.run(program, {}, {}));
}

WorkClass largest(const ClassShares &shares)
{
    return workClasses[static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin())];
}

/// A check of the model of the H200 whose measurements spread by class: some classes are slower than predicted, some
/// spread widely.
ModelCheck syntheticCheck(const DeviceProfile &model, std::uint64_t seed, int configurations)
{
    ModelCheckGrid grid;
    grid.experiments = experiments();
    grid.configurations = configurations;
    grid.seed = seed;
    grid.devices = 8;
    std::vector<MeasuredConfiguration> drawn = planModelCheck(grid, model, {}).configurations;
    for (MeasuredConfiguration &row : drawn)
        row.medianNs = 1;
    ModelCheck check = predictConfigurations(drawn, model, {});
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    for (CheckedConfiguration &row : check.rows) {
        const double kind = static_cast<double>(largest(row.mix.shares));
        const double factor = std::exp(0.01 * kind + (0.01 + 0.02 * kind) * normal(random));
        row.measured.medianNs = std::max<std::int64_t>(1, std::llround(static_cast<double>(row.predictedNs) * factor));
    }
    return check;
}

} // namespace

class TestResiduals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noRowsNoRange();
    void factorsByClassAndSize();
    void sharesAreWeights();
    void whatTakesTheTime();
    void fewMeasurementsJoinTheirNeighbours();
    void fourUnseenInFiveLieInside();
    void profilesKeepThem();
    void badRows_data();
    void badRows();
};

void TestResiduals::noRowsNoRange()
{
    QVERIFY(!Residuals().factorsOf(only(WorkClass::Peer), 1000));
    const Program program = buildProgram(*findExperiment("transfer-size"), findExperiment("transfer-size")->defaults());
    SimulatorExecutor model(loadDeviceProfile("k20c"));
    QVERIFY(!predictionRange(model.residuals(), program, model.run(program, {}, {})));
    QVERIFY(!predictionRange(nullptr, program, {}));
}

void TestResiduals::factorsByClassAndSize()
{
    const Residuals residuals{{{WorkClass::Peer, 100e3, {0.8, 1.4}},
                               {WorkClass::Peer, infinite, {0.95, 1.05}},
                               {WorkClass::HostCalls, 1e6, {0.9, 1.2}}}};
    const auto range = [&residuals](WorkClass workClass, double ns) {
        return *residuals.factorsOf(only(workClass), ns);
    };
    QCOMPARE(range(WorkClass::Peer, 99e3), (FactorRange{0.8, 1.4}));
    QCOMPARE(range(WorkClass::Peer, 100e3), (FactorRange{0.95, 1.05}));
    QCOMPARE(range(WorkClass::HostCalls, 1e9), (FactorRange{0.9, 1.2}));  // the largest size that was measured
    QCOMPARE(range(WorkClass::Allocation, 1e3), (FactorRange{0.8, 1.4})); // never measured: as bad as the worst
    WorkMix many = only(WorkClass::Peer);
    many.operations = 10;
    QCOMPARE(*residuals.factorsOf(many, 900e3), (FactorRange{0.8, 1.4})); // each is short
    Residuals ofRuns = residuals;
    ofRuns.sizeOf = Residuals::SizeOf::Run;
    QCOMPARE(*ofRuns.factorsOf(many, 900e3), (FactorRange{0.95, 1.05}));
}

void TestResiduals::sharesAreWeights()
{
    const Residuals residuals{
        {{WorkClass::Peer, infinite, {0.8, 1.2}}, {WorkClass::KernelsSpin, infinite, {1.0, 1.1}}}};
    WorkMix half;
    half.shares[static_cast<std::size_t>(WorkClass::Peer)] = 0.5;
    half.shares[static_cast<std::size_t>(WorkClass::KernelsSpin)] = 0.5;
    const FactorRange mixed = *residuals.factorsOf(half, 1e6);
    QVERIFY(std::abs(mixed.low - 0.9) < 1e-12 && std::abs(mixed.high - 1.15) < 1e-12);
    half.shares[static_cast<std::size_t>(WorkClass::Allocation)] = 1; // has no rows and does not count
    QVERIFY(std::abs(residuals.factorsOf(half, 1e6)->low - 0.9) < 1e-12);
}

void TestResiduals::whatTakesTheTime()
{
    QCOMPARE(largest(mixOf("transfer-size", {{"host_memory", "pinned"}}).shares), WorkClass::CopiesPinned);
    QCOMPARE(largest(mixOf("transfer-size", {{"host_memory", "pageable"}}).shares), WorkClass::CopiesPageable);
    QCOMPARE(largest(mixOf("concurrent-kernels", {}).shares), WorkClass::KernelsSpin);
    QCOMPARE(largest(mixOf("copy-compute-pipeline", {{"kernel_work", "8192"}}).shares), WorkClass::KernelsComputed);
    QCOMPARE(largest(mixOf("peer-copy", {}).shares), WorkClass::Peer);
    QCOMPARE(largest(mixOf("host-overlap", {{"host_work_us", "9000"}}).shares), WorkClass::HostFunctions);
    QCOMPARE(largest(mixOf("allocation", {{"duration_us", "1"}}).shares), WorkClass::Allocation);
    QCOMPARE(largest(mixOf("launch-cost", {{"duration_us", "1"}, {"streams", "1"}}).shares), WorkClass::HostCalls);
    const WorkMix mix = mixOf("event-pipeline", {});
    QVERIFY(std::abs(std::accumulate(mix.shares.begin(), mix.shares.end(), 0.0) - 1) < 1e-9);
    QCOMPARE(mixOf("launch-cost", {{"kernels", "7"}}).operations, std::size_t{7});
    QCOMPARE(mixOf("event-pipeline", {{"batches", "1"}}).operations, std::size_t{5}); // no events, no synchronisations
}

void TestResiduals::fewMeasurementsJoinTheirNeighbours()
{
    const Experiment *experiment = findExperiment("launch-cost");
    ModelCheck check;
    const auto add = [&](WorkClass workClass, std::int64_t predicted, int count) {
        for (int i = 0; i < count; ++i)
            check.rows.push_back({{experiment, experiment->defaults(), {}, predicted + predicted * i / 100, 1, 1, 1},
                                  predicted,
                                  only(workClass),
                                  {}});
    };
    add(WorkClass::KernelsSpin, 20'000, 5);
    add(WorkClass::KernelsSpin, 100'000, 5);
    add(WorkClass::KernelsSpin, 5'000'000, 9);
    add(WorkClass::CopiesPinned, 20'000, 9);
    add(WorkClass::CopiesPinned, 5'000'000, 3);
    add(WorkClass::Peer, 5'000'000, 7);
    const Residuals residuals = fitResiduals(check);
    std::vector<std::pair<WorkClass, double>> rows;
    for (const Residuals::Row &row : residuals.rows)
        rows.emplace_back(row.workClass, row.upToNs);
    QVERIFY((rows
             == std::vector<std::pair<WorkClass, double>>{{WorkClass::CopiesPinned, infinite},
                                                          {WorkClass::KernelsSpin, 200e3},
                                                          {WorkClass::KernelsSpin, infinite}}));
    QVERIFY(fitResiduals({}).rows.empty());
}

void TestResiduals::fourUnseenInFiveLieInside()
{
    DeviceProfile model = loadDeviceProfile("h200");
    model.residuals = fitResiduals(syntheticCheck(model, 1, 20));
    for (const std::uint64_t seed : {2, 3, 4}) {
        const ModelCheck unseen = syntheticCheck(model, seed, 20);
        const std::optional<double> inside = figuresOf(unseen).back().insideShare;
        QVERIFY(inside.has_value());
        QVERIFY2(*inside >= 0.75 && *inside <= 0.9, std::to_string(*inside).c_str());
    }
}

void TestResiduals::profilesKeepThem()
{
    DeviceProfile profile = loadDeviceProfile("h200");
    const Residuals residuals{{{WorkClass::Peer, 100e3, {0.8, 1.4}}, {WorkClass::Peer, infinite, {0.95, 1.05}}}};
    const QByteArray json = withResiduals(deviceProfileText("h200"), residuals, "a test");
    const DeviceProfile read = readDeviceProfile(json, "test", "sim:test");
    QVERIFY(read.residuals.rows == residuals.rows);
    QVERIFY(json.contains("a test") && json.contains("CUDA runtime on the device")); // the other sources stay
    profile.residuals = residuals;
    QVERIFY(readDeviceProfile(deviceProfileJson(profile, {}), "test", "sim:test").residuals.rows == residuals.rows);
    profile.residuals.sizeOf = Residuals::SizeOf::Run; // as profiles had them before
    const QByteArray former = deviceProfileJson(profile, {});
    QVERIFY(former.contains("\"residuals\""));
    QVERIFY(readDeviceProfile(former, "test", "sim:test").residuals.sizeOf == Residuals::SizeOf::Run);
    QVERIFY(readDeviceProfile(withResiduals(former, residuals, "a test"), "test", "sim:test").residuals.sizeOf
            == Residuals::SizeOf::Operation);
    for (const WorkClass workClass : workClasses)
        QVERIFY(parseWorkClass(workClassName(workClass)) == workClass);
}

void TestResiduals::badRows_data()
{
    QTest::addColumn<QByteArray>("residuals");
    QTest::newRow("no list") << QByteArray("3");
    QTest::newRow("empty") << QByteArray("[]");
    QTest::newRow("class") << QByteArray(R"([["copies", null, 0.9, 1.1]])");
    QTest::newRow("swapped") << QByteArray(R"([["peer", null, 1.1, 0.9]])");
    QTest::newRow("negative") << QByteArray(R"([["peer", -1, 0.9, 1.1]])");
    QTest::newRow("short") << QByteArray(R"([["peer", null, 0.9]])");
    QTest::newRow("falling") << QByteArray(R"([["peer", 100, 0.9, 1.1], ["peer", 50, 0.9, 1.1]])");
}

void TestResiduals::badRows()
{
    QFETCH(QByteArray, residuals);
    QByteArray json = deviceProfileText("unit").trimmed();
    json.chop(1);
    json += ", \"residuals\": " + residuals + "}";
    try {
        readDeviceProfile(json, "test", "sim:test");
        QFAIL("was accepted");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains("rising microseconds"), error.what());
    }
}

QTEST_GUILESS_MAIN(TestResiduals)
#include "tst_residuals.moc"
