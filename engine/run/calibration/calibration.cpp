// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration/calibrator.h"

#include "engine/device/number_text.h"

#include <algorithm>

namespace streamscope {

std::string calibrationNumber(double value)
{
    return significantText(value, 4);
}

std::string calibrationMicroseconds(double ns)
{
    return calibrationNumber(ns / 1000) + " us";
}

MeasuredPipeline Calibrator::measured(std::string name, const Program &program)
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
    const double tolerance = spread > 0 ? std::clamp(spread, 0.03, 0.1) : MeasuredPipeline().tolerance;
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

void Calibrator::nameRest()
{
    note("properties", "as reported", "the device's own properties");
    note("copies.pageable_async_bytes", std::to_string(copies().pageableAsyncBytes), "CUDA Runtime API: 64 KiB");
    note("copies.join_us, copies.loaded_latency_us, copies.graph_start_us, compute.release_us, "
         "compute.graph_dispatch_us, "
         "compute.graph_behind_copy_us, compute.fma_rest_latency_ns, compute.fma_rest_factor, links, host.fork_us, "
         "host.join_us, host.collective_us, host.graph_launch_us, host.graph_node_us, host.poll_us, "
         "host.launch_queue_depth",
         "assumed", "not measured by this: those of the profile that calibrating starts from");
}

CalibrationResult Calibrator::run()
{
    copies().pageableAsyncBytes = 64 * KiB;
    warmUp();
    measureHost();
    passOverSmallPipelines();
    measureDirection(OperationKind::H2D);
    measureDirection(OperationKind::D2H);
    step("pageable copies");
    splitLatencies();
    measureSync();
    measureTwoWay();
    measureDeviceCopies();
    measureDeviceCopiesOnSms();
    passOverSmallPipelines();
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
    refine();
    validate();
    nameRest();
    m_control.report(stepCount, stepCount, "done");
    return std::move(m_result);
}

CalibrationResult calibrate(Executor &executor, const DeviceProfile &base, const RunControl &control)
{
    return Calibrator(executor, base, control).run();
}

} // namespace streamscope
