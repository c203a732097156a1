// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/calibration/calibration.h"
#include "engine/run/calibration/calibration_programs.h"
#include "engine/run/calibration/measured_fit.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace streamscope {

inline constexpr std::uint64_t KiB = 1 << 10, MiB = 1 << 20;
inline constexpr double highestRate = 1e15; ///< bytes per second: the limit of a profile file

/// Numbers such as "12.3 GB/s" for the printed table.
std::string calibrationNumber(double value);
std::string calibrationMicroseconds(double ns);

/// Measures a device step by step; each step uses the results of earlier steps. The steps are in calibrator_*.cpp.
class Calibrator
{
public:
    Calibrator(Executor &executor, const DeviceProfile &base, const CalibrationPlan &plan, const RunControl &control)
        : m_executor(executor), m_base(base), m_plan(plan), m_control(control)
    {
        m_result.profile = base;
        m_result.profile.info = executor.device();
        m_result.profile.info.id.clear();
        m_result.profile.info.kind = DeviceKind::Simulated;
        m_result.profile.unitNs = 0;
        m_result.profile.jitter = {};
    }

    CalibrationResult run();

private:
    struct Line;
    DeviceProfile::Host &host() { return m_result.profile.host; }
    DeviceProfile::Copies &copies() { return m_result.profile.copies; }
    DeviceProfile::Compute &compute() { return m_result.profile.compute; }

    void step(const char *what) { m_control.report(m_step++, stepCount(), what); }
    int stepCount() const { return jointSteps + (isBaseOfDevice() ? 0 : separateSteps); }
    std::vector<std::int64_t> makespansOf(const Program &program, int repeat);
    double makespan(const Program &program, int repeat = 5);
    MeasuredProgram measured(std::string name, const Program &program);
    void warmUp();
    /// Nanoseconds that one repetition in make(n) adds, from the makespans of make(few) and make(many).
    template <typename Make>
    double slope(int few, int many, Make make);
    void note(const std::string &field, const std::string &value, const std::string &how, double error = 0);

    Recording recorded(const Program &program);
    std::vector<double> callTimes(const Program &program);
    void measureAllocation();
    void measurePinnedAllocation();
    void measureImplicitSync();
    void measurePool();
    void measureFunctions();
    void measureLaunches();
    double kernelNs(std::uint64_t bytes, const std::function<void(CalibrationSketch &, std::int32_t)> &add);
    double streamKernelNs(std::uint64_t elements, std::uint32_t grid = 0);
    void measureMemset();
    void measureMemory();
    void measureTensorCores();
    void measureHost();
    void measureDirection(OperationKind kind);
    Line measureCopies(OperationKind kind, HostMemory memory, const std::vector<std::uint64_t> &sizes);
    /// Copies of one direction, distributed over `streams` in turn. With one stream each copy waits for the copy
    /// before; with as many streams as copies each waits only for its engine. `besideBytes` > 0 adds one copy of that
    /// size in the other direction.
    static Program copyChain(OperationKind kind, int count, int streams, std::uint64_t besideBytes = 0);
    void measureStaging();
    double pageableHostNs(OperationKind kind, std::uint64_t size, double latencyNs, bool cached = false);
    void measurePageable();
    void measureDeviceCopiesOnSms();
    double chainOffset(OperationKind kind);
    double startBehindOtherCopy();
    void splitLatencies();
    void measureSync();
    void measureTwoWay();
    void measureDeviceCopies();
    void splitStarts();
    double startsOfCopyAndKernel();
    void measureKernels();
    void measureWaves();
    void measureQueues();
    void measureResidentKernels();
    void chooseOrder();
    std::vector<MeasuredProgram> measure(const std::vector<CalibrationPipeline> &pipelines);
    void measureBeside();
    void addChains(std::vector<MeasuredProgram> &list);
    void addPool(std::vector<MeasuredProgram> &list);
    void guessWaiting();
    void measureSeparately();
    std::vector<MeasuredProgram> measurePipelines();
    std::vector<MeasuredConfiguration> measureConfigurations();
    void fitAll();
    void nameRest();
    bool isBaseOfDevice() const { return m_base.info.name == m_executor.device().name; }

    static constexpr int separateSteps = 21, jointSteps = 4;

    /// The time of a pinned copy of one direction without the transfer of its bytes.
    struct PinnedOffsets
    {
        double alone = 0;   ///< on an idle engine
        double chained = 0; ///< behind another copy of its stream
    };

    Executor &m_executor;
    const DeviceProfile &m_base;
    const CalibrationPlan &m_plan;
    const RunControl &m_control;
    CalibrationResult m_result;
    PinnedOffsets m_h2d, m_d2h;
    int m_step = 0;
};

template <typename Make>
double Calibrator::slope(int few, int many, Make make)
{
    return (makespan(make(many)) - makespan(make(few))) / (many - few);
}

} // namespace streamscope
