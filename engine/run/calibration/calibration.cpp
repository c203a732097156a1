// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration/calibrator.h"

#include "engine/device/number_text.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

std::string calibrationNumber(double value)
{
    return significantText(value, 4);
}

std::string calibrationMicroseconds(double ns)
{
    return calibrationNumber(ns / 1000) + " us";
}

MeasuredProgram Calibrator::measured(std::string name, const Program &program)
{
    constexpr int repeats = 9;
    std::vector<std::int64_t> makespans = makespansOf(program, repeats);
    std::sort(makespans.begin(), makespans.end());
    const auto at = [&makespans](int percent) {
        return static_cast<double>(makespans[(makespans.size() - 1) * static_cast<std::size_t>(percent) / 100]);
    };
    // Twice the distance of the quartiles, and what the model cannot know: 3 percent where anything varies at all. Held
    // tighter than that, pipelines that were not seen were predicted worse (three rounds on H200s, 101 pipelines each).
    const double spread = 2 * (at(75) - at(25)) / at(50);
    const double tolerance = spread > 0 ? std::clamp(spread, 0.03, 0.1) : MeasuredProgram().tolerance;
    return {std::move(name), program, at(50), tolerance};
}

/// One instrumented run, after one without.
Recording Calibrator::recorded(const Program &program)
{
    m_control.checkStop();
    RunOptions options;
    options.repeat = options.warmup = 1;
    options.clock = ClockChoice::Events;
    RunControl quiet;
    quiet.stop = m_control.stop;
    return m_executor.run(program, options, quiet);
}

std::vector<std::int64_t> Calibrator::makespansOf(const Program &program, int repeat)
{
    m_control.checkStop();
    RunOptions options;
    options.repeat = repeat;
    options.warmup = 1;
    options.clock = ClockChoice::Events; // only the makespans count: no CUPTI need be attached for a picture
    RunControl quiet;
    quiet.stop = m_control.stop;
    return m_executor.run(program, options, quiet).makespans.plain;
}

double Calibrator::makespan(const Program &program, int repeat)
{
    Makespans makespans;
    makespans.plain = makespansOf(program, repeat);
    return static_cast<double>(makespans.median());
}

/// An idle GPU and an idle host run slower at first, so they are warmed up before any measurement.
void Calibrator::warmUp()
{
    step("warming up");
    CalibrationPipeline pipeline;
    pipeline.bytes = 16 << 20;
    pipeline.chunks = 32;
    makespansOf(pipeline.build(), 200);
}

void Calibrator::note(const std::string &field, const std::string &value, const std::string &how, double error)
{
    m_result.fits.push_back({field, value, how, error});
}

/// Of a device whose kind `base` does not describe: figure by figure, each with Programs of its own.
void Calibrator::measureSeparately()
{
    copies().pageableAsyncBytes = 64 * KiB;
    measureHost();
    measureDirection(OperationKind::H2D);
    measureDirection(OperationKind::D2H);
    step("pageable copies");
    splitLatencies();
    measureSync();
    measureTwoWay();
    measureDeviceCopies();
    measureDeviceCopiesOnSms();
    measureKernels();
    measureLaunches();
    measureMemory();
    measureTensorCores();
    measureAllocation();
    measurePinnedAllocation();
    measureImplicitSync();
    measurePool();
    measureFunctions();
    measureWaves();
    measureQueues();
    measureResidentKernels();
    chooseOrder();
    measureBeside();
    guessWaiting();
    nameRest();
}

void Calibrator::nameRest()
{
    note("copies.pageable_async_bytes", std::to_string(copies().pageableAsyncBytes), "CUDA Runtime API: 64 KiB");
    note("host.poll_us, host.launch_queue_depth", "assumed",
         "not measured by this: those of the profile that calibrating starts from");
}

/// A configuration that the device refuses or that fails is left out: the others still tell enough.
std::vector<MeasuredConfiguration> Calibrator::measureConfigurations()
{
    step("configurations of all experiments");
    RunControl quiet;
    quiet.stop = m_control.stop;
    ModelCheckMeasurement measurement =
        streamscope::measureConfigurations(m_plan.configurations, m_executor, quiet, {}, m_plan.passes);
    m_control.checkStop();
    m_result.skipped = std::move(measurement.refused);
    m_result.skipped.insert(m_result.skipped.end(), measurement.failed.begin(), measurement.failed.end());
    return std::move(measurement.rows);
}

/// What the separate figures, or the base, leave over in whole Programs is shared out among all figures, each only as
/// far as the Programs ask for it.
void Calibrator::fitAll()
{
    const std::vector<MeasuredProgram> pipelines = measurePipelines();
    const std::vector<MeasuredConfiguration> rows = measureConfigurations();
    step("fitting");
    // Times that were measured one by one are less certain than those of a base that many machines agree on.
    constexpr double slack = 10;
    std::vector<FitField> fields = fitFields(m_result.profile);
    for (FitField &field : fields)
        if (!isBaseOfDevice() && !field.relative)
            field.trust *= slack;
    MeasuredFit fit = fitToMeasured(m_result.profile, fields, inHalves(rows), pipelines, m_control);
    const FieldNames names = comparedFields(fields, m_result.profile, fit.profile);
    m_result.profile = std::move(fit.profile);
    m_result.seen = std::move(fit.seen);
    m_result.unseen = std::move(fit.unseen);
    double worst = 0;
    for (const MeasuredProgram &pipeline : pipelines)
        worst = std::max(worst, std::abs(predictNs(m_result.profile, pipeline.program) / pipeline.makespanNs - 1));
    note(names.changed.empty() ? "no figure" : names.changed, "fitted",
         "least squares over " + std::to_string(pipelines.size()) + " pipelines, chains of copies and allocations, and "
             + std::to_string(rows.size()) + " configurations of experiments, held near "
             + (isBaseOfDevice() ? "the profile of this kind of device" : "the figures above"),
         worst);
    if (!names.same.empty())
        note(names.same, isBaseOfDevice() ? "as in the base" : "as above", "the measurements ask for no other value");
}

CalibrationResult Calibrator::run()
{
    warmUp();
    note("properties", "as reported", "the device's own properties");
    if (isBaseOfDevice())
        note("rules and limits", "as in the base", "the profile " + m_base.info.id + ", of the same kind of device");
    else
        measureSeparately();
    fitAll();
    m_control.report(stepCount(), stepCount(), "done");
    return std::move(m_result);
}

CalibrationResult calibrate(Executor &executor, const DeviceProfile &base, const CalibrationPlan &plan,
                            const RunControl &control)
{
    return Calibrator(executor, base, plan, control).run();
}

CalibrationResult calibrate(const std::vector<std::vector<MeasuredConfiguration>> &machines, const DeviceProfile &base,
                            const std::vector<std::string> &held, const RunControl &control)
{
    const std::vector<FitField> fields = withoutHeld(fitFields(base), held);
    control.report(0, 1, "fitting");
    MeasuredFit fit =
        fitToMeasured(base, fields, machines.size() == 1 ? inHalves(machines.front()) : machines, {}, control);
    control.report(1, 1, "done");
    const std::string how = "least squares over " + std::to_string(fit.seen.rows.size())
                            + " measured configurations of " + std::to_string(machines.size())
                            + " machines, held near the profile " + base.info.id;
    return {std::move(fit.profile),
            {{"all times and rates", "fitted", how}},
            std::move(fit.seen),
            std::move(fit.unseen),
            {}};
}

} // namespace streamscope
