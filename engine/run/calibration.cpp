// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibrator.h"

#include <algorithm>
#include <cstdio>

namespace streamscope {

std::string calibrationNumber(double value, const char *format)
{
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string calibrationMicroseconds(double ns)
{
    return calibrationNumber(ns / 1000) + " us";
}

double Calibrator::makespan(const Program &program, int repeat)
{
    m_control.checkStop();
    RunOptions options;
    options.repeat = repeat;
    options.warmup = 1;
    RunControl quiet;
    quiet.stop = m_control.stop;
    return static_cast<double>(m_executor.run(program, options, quiet).makespans.median());
}

void Calibrator::note(const std::string &field, const std::string &value, const std::string &how, double error)
{
    m_result.fits.push_back({field, value, how, error});
}

void Calibrator::nameRest()
{
    note("properties", "as reported", "the device's own properties");
    note("copies.pageable_async_bytes", std::to_string(copies().pageableAsyncBytes), "CUDA Runtime API: 64 KiB");
    note("implicit_sync, pool, allocation and graph costs", "assumed",
         "not measured by this: those of the profile that calibrating starts from");
}

CalibrationResult Calibrator::run()
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
    measureKernels();
    measureWaves();
    measureQueues();
    measureResidentKernels();
    chooseOrder();
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
