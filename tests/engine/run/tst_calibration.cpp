// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/device_profile_writer.h"
#include "engine/program/errors.h"
#include "engine/run/calibration/calibration.h"
#include "engine/run/calibration/calibration_programs.h"
#include "engine/run/calibration/profile_fit.h"
#include "engine/run/devices.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace streamscope;

/// Calibrating a simulated device must reproduce its profile: without measurement noise, every error is a fault of
/// calibration.
class TestCalibration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void recoversTheNumbers();
    void predictsHeldOutPipelines();
    void writesAProfileThatReadsBack();
    void shippedProfilesReadBack_data();
    void shippedProfilesReadBack();
    void fittingFindsALostTime();
    void outliersDoNotBendTheFit();
    void machinesOfAKindAreFittedFromItsProfile();
    void quickMeasuresLess();
    void measuredRowsNeedNoDevice();
    void heldByAWrongName();
    void whatIsHeldStaysInSharedFields();
    void findsWhatWaitingChannelsCost();
    void findsWhatTheWayToTheHostCosts();
    void otherDevicesCanBeCalibrated_data();
    void otherDevicesCanBeCalibrated();
    void progressCountsItsSteps();
    void stops();

private:
    /// From a profile of another kind of device: each figure is measured by itself first.
    static CalibrationResult calibrated(const std::string &device)
    {
        DeviceProfile base = loadDeviceProfile("h200");
        base.info.name = "Another GPU";
        return calibrate(*openDevice(device), base, planned(1), {});
    }
    static CalibrationPlan planned(int configurations)
    {
        ModelCheckGrid grid;
        grid.experiments = experiments();
        grid.configurations = configurations;
        grid.seed = 7;
        grid.longestNs = 20'000'000;
        return {planModelCheck(grid, loadDeviceProfile("h200"), {}).configurations, false, {}};
    }
    static std::vector<CalibrationPipeline> heldOut();
    CalibrationResult m_result;
};

void TestCalibration::initTestCase()
{
    m_result = calibrated("sim:h200");
}

void TestCalibration::recoversTheNumbers()
{
    const DeviceProfile truth = loadDeviceProfile("h200");
    const DeviceProfile &found = m_result.profile;
    const auto near = [](double a, double b, double relative, double absolute) {
        return std::abs(a - b) <= std::max(relative * std::abs(b), absolute);
    };
    // Rates within 1 %, times within 0.5 us: the fit shares out what the separate figures leave over.
    QVERIFY(near(found.copies.h2d.pinned.bandwidthAt(1e8), truth.copies.h2d.pinned.bandwidthAt(1e8), 0.01, 0));
    QVERIFY(near(found.copies.d2h.pinned.bandwidthAt(1e8), truth.copies.d2h.pinned.bandwidthAt(1e8), 0.01, 0));
    // Between its points the truth is no line over log(size), as the table of the fit is.
    for (const double bytes : {16777216.0, 67108864.0, 268435456.0})
        QVERIFY(
            near(found.copies.h2d.pageable.bandwidthAt(bytes), truth.copies.h2d.pageable.bandwidthAt(bytes), 0.02, 0));
    QVERIFY(near(found.copies.d2d.bandwidthAt(1e8), truth.copies.d2d.bandwidthAt(1e8), 0.01, 0));
    // What waits for another engine takes 4 us on average, beside which a latency shows less.
    QVERIFY(near(found.copies.h2d.pinned.latencyNs + found.copies.startNs,
                 truth.copies.h2d.pinned.latencyNs + truth.copies.startNs, 0, 1500));
    QVERIFY(near(found.copies.h2dTwoWayFactor, truth.copies.h2dTwoWayFactor, 0.01, 0));
    QVERIFY(near(found.copies.d2hTwoWayFactor, truth.copies.d2hTwoWayFactor, 0.01, 0));
    QVERIFY(near(found.host.kernelLaunchNs, truth.host.kernelLaunchNs, 0, 500));
    QVERIFY(near(found.host.copyNs, truth.host.copyNs, 0, 500));
    QVERIFY(near(found.host.eventNs, truth.host.eventNs, 0, 500));
    QVERIFY(near(found.host.syncNs, truth.host.syncNs, 0, 600)); // of one configuration of each experiment
    QVERIFY(near(found.compute.fmaPerSecond, truth.compute.fmaPerSecond, 0.01, 0));
    for (const double bytes : {1e9, 2e9})
        QVERIFY(near(CopyCost::rateAt(found.compute.memoryRate, bytes),
                     CopyCost::rateAt(truth.compute.memoryRate, bytes), 0.02, 0));
    QVERIFY(near(found.compute.blockStartNs, truth.compute.blockStartNs, 0.1, 0));
    QVERIFY(near(found.compute.launchedKernelStartNs, truth.compute.launchedKernelStartNs, 0, 500));
    QVERIFY(near(found.compute.crossKernelStartNs, truth.compute.crossKernelStartNs, 0, 500));
    QVERIFY(near(found.compute.dispatchNs, truth.compute.dispatchNs, 0, 100));
    QVERIFY(near(found.compute.queueVisitNs, truth.compute.queueVisitNs, 0, 200));
    QVERIFY(near(found.compute.graphNodeNs, truth.compute.graphNodeNs, 0, 100));
    QVERIFY(near(found.host.functionNs, truth.host.functionNs, 0.02, 0));
    QVERIFY(near(found.host.alloc.ns(1e8), truth.host.alloc.ns(1e8), 0.05, 0));
    QVERIFY(near(found.host.pinnedAlloc.ns(1e8), truth.host.pinnedAlloc.ns(1e8), 0.05, 0));
    QVERIFY(near(found.pool.grow.ns(1e8), truth.pool.grow.ns(1e8), 0.1, 0));
    QVERIFY(near(found.pool.trim.ns(1e8), truth.pool.trim.ns(1e8), 0.1, 0));
    QCOMPARE(found.pool.internalDependencies, truth.pool.internalDependencies);
    QCOMPARE(found.copies.stagingBytes, truth.copies.stagingBytes);
    QCOMPARE(found.copies.deviceCopiesOnSms, truth.copies.deviceCopiesOnSms);
    QVERIFY(found.implicitSync.deviceFree && found.implicitSync.pinnedFree && !found.implicitSync.deviceAlloc);
    QVERIFY(near(found.compute.fmaLatencyNs, truth.compute.fmaLatencyNs, 0.005, 0));
    QVERIFY(near(found.compute.kernelStartNs + found.compute.kernelFixedNs,
                 truth.compute.kernelStartNs + truth.compute.kernelFixedNs, 0, 1000));
    QVERIFY(near(found.compute.blockGapNs, truth.compute.blockGapNs, 0, 50));
    QCOMPARE(found.compute.hardwareQueues, truth.compute.hardwareQueues);
    QCOMPARE(found.compute.maxResidentKernels, truth.compute.maxResidentKernels);
    QCOMPARE(found.copies.order, truth.copies.order);
}

/// Thirty that neither the fit nor its own validation has seen.
std::vector<CalibrationPipeline> TestCalibration::heldOut()
{
    using Order = CalibrationPipeline::Order;
    std::vector<CalibrationPipeline> list;
    for (const Order order : {Order::Serial, Order::DepthFirst, Order::BreadthFirst})
        for (const std::uint64_t bytes : {4ULL << 20, 40ULL << 20, 400ULL << 20})
            for (const HostMemory memory : {HostMemory::Pinned, HostMemory::Pageable})
                list.push_back({bytes, order == Order::Serial ? 5 : 20, 5, memory, order, 300});
    for (const int chunks : {2, 7, 13, 30, 50, 64})
        list.push_back({192ULL << 20, chunks, 16, HostMemory::Pinned, Order::DepthFirst, 1000});
    for (const std::int64_t work : {1, 20, 400, 2000, 5000, 8192})
        list.push_back({80ULL << 20, 20, 3, HostMemory::Pinned, Order::BreadthFirst, work});
    return list;
}

void TestCalibration::predictsHeldOutPipelines()
{
    const DeviceProfile truth = loadDeviceProfile("h200");
    const auto list = heldOut();
    QCOMPARE(list.size(), std::size_t(30));
    double worst = 0;
    for (const CalibrationPipeline &pipeline : list) {
        const Program program = pipeline.build();
        const double error = std::abs(predictNs(m_result.profile, program) / predictNs(truth, program) - 1);
        worst = std::max(worst, error);
        QVERIFY2(error <= 0.025, (pipeline.name() + ": " + std::to_string(error * 100) + " %").c_str());
    }
    qInfo("worst of 30 pipelines: %.3f %%", worst * 100);
}

void TestCalibration::writesAProfileThatReadsBack()
{
    const ProfileOrigin origin{"measured by streamscope calibrate", "2026-11-21", {{"host", "calls"}}};
    const DeviceProfile back = readDeviceProfile(deviceProfileJson(m_result.profile, origin), "p.json", "sim:p.json");
    QCOMPARE(back.info.name, m_result.profile.info.name);
    QCOMPARE(back.info.multiprocessors, m_result.profile.info.multiprocessors);
    QCOMPARE(*back.info.profileSource, std::string("measured by streamscope calibrate (2026-11-21)"));
    for (const CalibrationPipeline &pipeline : heldOut()) {
        const Program program = pipeline.build();
        QVERIFY(std::abs(predictNs(back, program) / predictNs(m_result.profile, program) - 1) < 1e-4);
    }
}

void TestCalibration::shippedProfilesReadBack_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"c1060", "c2050", "k20c", "gtx1650s", "v100", "a100-pcie", "h100", "h200", "unit"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// Writing a profile loses none of its fields.
void TestCalibration::shippedProfilesReadBack()
{
    QFETCH(QString, name);
    const ProfileOrigin origin{"s", "d", {}};
    const QByteArray once = deviceProfileJson(loadDeviceProfile(name.toStdString()), origin);
    const QByteArray twice = deviceProfileJson(readDeviceProfile(once, "p.json", "sim:p.json"), origin);
    QCOMPARE(twice, once);
}

namespace {

std::vector<MeasuredProgram> pipelinesOn(const DeviceProfile &truth)
{
    using Order = CalibrationPipeline::Order;
    std::vector<MeasuredProgram> measured;
    for (const int chunks : {4, 16, 64})
        for (const Order order : {Order::Serial, Order::DepthFirst}) {
            const CalibrationPipeline pipeline{64 << 20, chunks, 4, HostMemory::Pinned, order, 64};
            measured.push_back({pipeline.name(), pipeline.build(), predictNs(truth, pipeline.build())});
        }
    return measured;
}

} // namespace

void TestCalibration::fittingFindsALostTime()
{
    const DeviceProfile truth = loadDeviceProfile("h200");
    const std::vector<MeasuredProgram> measured = pipelinesOn(truth);
    DeviceProfile off = truth;
    off.host.syncNs += 4000;
    off.copies.d2h.pinned.latencyNs += 1500;
    std::vector<FitField> fields = fitFields(off);
    for (FitField &field : fields)
        if (!field.relative)
            field.trust *= 10; // as for a device of another kind
    const DeviceProfile found = fittedProfile(off, fields, measured, {});
    // Of up to 9 percent there remains what holds each figure near its start.
    for (const MeasuredProgram &pipeline : measured)
        QVERIFY(std::abs(predictNs(found, pipeline.program) / pipeline.makespanNs - 1) < 0.015);
}

/// One measurement in six is off by a factor: the others are still met.
void TestCalibration::outliersDoNotBendTheFit()
{
    const DeviceProfile truth = loadDeviceProfile("h200");
    std::vector<MeasuredProgram> measured = pipelinesOn(truth);
    for (MeasuredProgram &pipeline : measured)
        pipeline.tolerance = 0.02;
    measured[2].makespanNs *= 1.5;
    const DeviceProfile found = fittedProfile(truth, fitFields(truth), measured, {});
    for (std::size_t i = 0; i < measured.size(); ++i)
        if (i != 2)
            QVERIFY(std::abs(predictNs(found, measured[i].program) / measured[i].makespanNs - 1) < 0.03);
}

/// Another machine with the same GPU: what differs is found, and what does not stays.
void TestCalibration::machinesOfAKindAreFittedFromItsProfile()
{
    const DeviceProfile base = loadDeviceProfile("h200");
    DeviceProfile truth = base;
    truth.host.functionNs *= 0.5;
    truth.pool.otherStreamNs = 2'400; // a machine with two GPUs
    for (SizedCost::Point &point : truth.host.pinnedAlloc.points)
        point.ns *= 1.4;
    for (CopyCost::Point &point : truth.copies.d2h.pageable.bandwidth)
        point.bytesPerSecond *= 0.8;
    SimulatorExecutor executor(truth);
    const CalibrationResult result = calibrate(executor, base, planned(6), {});
    const DeviceProfile &found = result.profile;
    const auto near = [](double a, double b, double part) { return std::abs(a / b - 1) < part; };
    QVERIFY(near(found.host.functionNs, truth.host.functionNs, 0.4)); // few configurations have one
    QVERIFY(near(found.pool.otherStreamNs, truth.pool.otherStreamNs, 0.05));
    QVERIFY(near(found.host.pinnedAlloc.ns(1e7), truth.host.pinnedAlloc.ns(1e7), 0.1));
    QVERIFY(near(found.copies.d2h.pageable.bandwidthAt(1e7), truth.copies.d2h.pageable.bandwidthAt(1e7), 0.08));
    QVERIFY(near(found.compute.fmaPerSecond, base.compute.fmaPerSecond, 0.005));
    QVERIFY(near(found.copies.h2d.pinned.bandwidthAt(1e8), base.copies.h2d.pinned.bandwidthAt(1e8), 0.005));
    QVERIFY(result.seen.rows.size() > 100);
    QCOMPARE(result.unseen.rows.size(), result.seen.rows.size());
    for (const CheckedConfiguration &row : result.seen.rows)
        QVERIFY2(std::abs(row.error()) < 0.05, settingsText(row.measured.parameters).c_str());
    QVERIFY(!found.residuals.rows.empty()); // from the rows that the fits had not seen
}

void TestCalibration::quickMeasuresLess()
{
    CalibrationPlan plan = planned(1);
    SimulatorExecutor executor(loadDeviceProfile("h200"));
    const auto how = [&] {
        for (const CalibrationFit &fit : calibrate(executor, loadDeviceProfile("h200"), plan, {}).fits)
            if (fit.value == "fitted")
                return fit.how;
        return std::string("nothing was fitted");
    };
    const std::string whole = how();
    plan.quick = true;
    QVERIFY(how() != whole); // fewer pipelines
}

void TestCalibration::measuredRowsNeedNoDevice()
{
    DeviceProfile truth = loadDeviceProfile("h200");
    truth.host.kernelLaunchNs *= 1.3;
    SimulatorExecutor executor(truth);
    const std::vector<MeasuredConfiguration> rows = measureConfigurations(planned(4).configurations, executor, {}).rows;
    const CalibrationResult result = calibrate({rows}, loadDeviceProfile("h200"), {"host.copy_us"}, {});
    QVERIFY(std::abs(result.profile.host.kernelLaunchNs / truth.host.kernelLaunchNs - 1) < 0.05);
    QCOMPARE(result.seen.rows.size(), rows.size());
    QCOMPARE(result.profile.host.copyNs, truth.host.copyNs); // held
}

void TestCalibration::heldByAWrongName()
{
    const auto answer = [](const std::string &name) -> std::string {
        try {
            withoutHeld(fitFields(loadDeviceProfile("h200")), {name});
        } catch (const InputError &error) {
            return error.what();
        }
        return {};
    };
    QCOMPARE(answer("host.cop"), "no figure that is fitted has the name 'host.cop'; names like it: host.copy_us");
    QCOMPARE(
        answer("xyz"),
        "no figure that is fitted has the name 'xyz'; names like it: host.…; pool.…; copies.…; compute.…; links.…");
}

/// Both directions of pageable copies share a field; held, one of them stays all the same.
void TestCalibration::whatIsHeldStaysInSharedFields()
{
    const DeviceProfile base = loadDeviceProfile("h200");
    const std::vector<FitField> fields = withoutHeld(fitFields(base), {"copies.h2d.pageable gb_per_s"});
    const DeviceProfile changed = changedProfile(base, fields, std::vector<double>(fields.size(), 1));
    QCOMPARE(changed.copies.h2d.pageable.bandwidthAt(1e6), base.copies.h2d.pageable.bandwidthAt(1e6));
    QVERIFY(changed.copies.d2h.pageable.bandwidthAt(1e6) > base.copies.d2h.pageable.bandwidthAt(1e6));
}

/// Far from what the fit starts from, and none where there is none.
void TestCalibration::findsWhatWaitingChannelsCost()
{
    DeviceProfile truth = loadDeviceProfile("h200");
    truth.copies.waitingChannelNs = 4000;
    truth.compute.waitingQueueNs = 1500;
    SimulatorExecutor executor(truth);
    DeviceProfile base = loadDeviceProfile("h200");
    base.info.name = "Another GPU";
    const DeviceProfile found = calibrate(executor, base, planned(1), {}).profile;
    QVERIFY(std::abs(found.copies.waitingChannelNs - 4000) < 200);
    QVERIFY(std::abs(found.compute.waitingQueueNs - 1500) < 400);
    truth = loadDeviceProfile("h200");
    // Small figures beside gated runs, which end at whole multiples of 8 us.
    QVERIFY(std::abs(m_result.profile.copies.waitingChannelNs - truth.copies.waitingChannelNs) < 350);
    QVERIFY(std::abs(m_result.profile.compute.waitingQueueNs - truth.compute.waitingQueueNs) < 600);
}

/// On one H200 machine in ten each copy to the host takes 0.7 us longer. Of single copies, which end at looks 8 us
/// apart, that is not to be seen.
void TestCalibration::findsWhatTheWayToTheHostCosts()
{
    constexpr double longerNs = 700;
    DeviceProfile truth = loadDeviceProfile("h200");
    for (double *ns : {&truth.copies.d2h.pinned.latencyNs, &truth.copies.d2h.writeCombined.latencyNs,
                       &truth.copies.d2h.registered.latencyNs, &truth.copies.d2h.chainedLatencyNs})
        *ns += longerNs;
    SimulatorExecutor executor(truth);
    DeviceProfile base = loadDeviceProfile("h200");
    base.info.name = "Another GPU";
    const DeviceProfile::Copies found = calibrate(executor, base, planned(1), {}).profile.copies;
    QVERIFY2(std::abs(found.d2h.chainedLatencyNs - truth.copies.d2h.chainedLatencyNs) < 200,
             qPrintable(QString::number(found.d2h.chainedLatencyNs)));
    QVERIFY(std::abs(found.h2d.chainedLatencyNs - truth.copies.h2d.chainedLatencyNs) < 250);
}

void TestCalibration::otherDevicesCanBeCalibrated_data()
{
    QTest::addColumn<QString>("device");
    for (const char *device : {"sim:k20c", "sim:c2050", "sim:c1060"})
        QTest::newRow(device) << QString::fromLatin1(device);
}

/// Nothing breaks, and what comes out can be read. How well it fits is another matter for the oldest: nothing here
/// looks for Fermi's delayed signal.
void TestCalibration::otherDevicesCanBeCalibrated()
{
    QFETCH(QString, device);
    const CalibrationResult result = calibrated(device.toStdString());
    const DeviceProfile back = readDeviceProfile(deviceProfileJson(result.profile, {"s", "d", {}}), "p.json", "sim:p");
    QVERIFY(predictNs(back, CalibrationPipeline{}.build()) > 0);
}

void TestCalibration::progressCountsItsSteps()
{
    for (const char *kind : {"NVIDIA H200", "Another GPU"}) {
        DeviceProfile base = loadDeviceProfile("h200");
        base.info.name = kind;
        int reports = 0, steps = 0;
        RunControl control;
        control.progress = [&](int done, int total, const std::string &) {
            QCOMPARE(done, reports++);
            steps = total;
        };
        calibrate(*openDevice("sim:h200"), base, {planned(1).configurations, true, {}}, control);
        QCOMPARE(reports, steps + 1); // the last one says that all are done
    }
}

void TestCalibration::stops()
{
    std::stop_source stop;
    stop.request_stop();
    RunControl control;
    control.stop = stop.get_token();
    QVERIFY_THROWS_EXCEPTION(Cancelled,
                             calibrate(*openDevice("sim:h200"), loadDeviceProfile("h200"), planned(1), control));
}

QTEST_GUILESS_MAIN(TestCalibration)
#include "tst_calibration.moc"
