// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/cuda_executor.h"

#include "engine/executors/cuda/cuda_device_info.h"
#include "engine/executors/cuda/recorded_times.h"
#include "engine/executors/program_checks.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace streamscope {

namespace {

/// Memory that the host can still give, in bytes; the largest number when the system does not say.
std::uint64_t availableHostMemory()
{
    std::ifstream file("/proc/meminfo");
    std::string key, unit;
    std::uint64_t kibibytes = 0;
    while (file >> key >> kibibytes) {
        std::getline(file, unit);
        if (key == "MemAvailable:")
            return kibibytes * 1024;
    }
    return ~0ULL;
}

std::string microseconds(std::int64_t ns)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f us", static_cast<double>(ns) / 1000.0);
    return text;
}

std::string sizeText(std::uint64_t bytes)
{
    char text[32];
    if (bytes < 1 << 20)
        std::snprintf(text, sizeof text, "%llu bytes", static_cast<unsigned long long>(bytes));
    else
        std::snprintf(text, sizeof text, "%.1f MiB", static_cast<double>(bytes) / 1048576.0);
    return text;
}

/// One Program on one device: warm-up, plain runs, the run of the picture, and the look at the data after each.
class Session
{
public:
    Session(const Program &program, const RunOptions &options, const RunControl &control, const DeviceInfo &info)
        : m_program(program), m_options(options), m_control(control), m_info(info), m_expected(program, options.seed),
          m_resources(program)
    {
        m_resources.fillInputs(m_expected);
    }

    void run(Recording &recording)
    {
        runPlain(recording);
        runInstrumented(recording);
        recording.verification = m_failure.empty() ? Verification::Passed : Verification::Failed;
        recording.verificationText = m_failure.empty() ? "All " + sizeText(m_resources.comparedBytes(m_expected))
                                                             + " that came back are right, in each of "
                                                             + std::to_string(m_checked) + " runs."
                                                       : m_failure;
        if (m_resources.comparedBytes(m_expected) == 0) {
            recording.verification = Verification::NotApplicable;
            recording.verificationText = "Nothing comes back to the host, so there is nothing to check.";
        }
    }

private:
    int total() const { return m_options.warmup + m_options.repeat + instrumentedRuns; }

    void step(const std::string &what)
    {
        m_control.checkStop();
        m_control.report(m_done++, total(), what);
        m_resources.poisonOutputs(m_expected);
    }

    void check()
    {
        ++m_checked;
        if (!m_failure.empty())
            return;
        if (const auto difference = m_resources.findDifference(m_expected))
            m_failure = *difference;
    }

    void runPlain(Recording &recording)
    {
        CudaRun run(m_program, m_resources, CudaRun::Mode::Plain);
        for (int i = 0; i < m_options.warmup; ++i) {
            step("warm-up " + std::to_string(i + 1) + " of " + std::to_string(m_options.warmup));
            run.runOnce(m_control.stop);
            check();
        }
        for (int i = 0; i < m_options.repeat; ++i) {
            step("run " + std::to_string(i + 1) + " of " + std::to_string(m_options.repeat));
            recording.makespans.plain.push_back(run.runOnce(m_control.stop));
            check();
        }
    }

    void runInstrumented(Recording &recording)
    {
        CudaRun run(m_program, m_resources, CudaRun::Mode::Instrumented);
        for (int i = 1; i < instrumentedRuns; ++i) {
            step("instrumented warm-up");
            run.runOnce(m_control.stop);
            check();
        }
        step("run for the picture");
        ClockProbes probes(run.clockStream());
        probes.take();
        recording.makespans.instrumented = run.runOnce(m_control.stop);
        probes.take();
        check();
        const RecordedTimes recorded = collectTimes(m_program, run, probes, m_info.hostCopyEngines() < 2);
        recording.timeline = makeTimeline(m_program, recorded.times);
        describeClocks(recorded, recording);
        m_control.report(total(), total(), "done");
    }

    static void describeClocks(const RecordedTimes &recorded, Recording &recording)
    {
        recording.environment.emplace_back("host clock alignment", "+-" + microseconds(recorded.host.uncertainty()));
        recording.environment.emplace_back("globaltimer alignment",
                                           "+-" + microseconds(recorded.globalTimer.uncertainty()));
        recording.notes.push_back(
            "Copies are timed by events, their starts corrected by the order of their engine: a start "
            "can still be 5 to 25 us early. Kernels are timed by %globaltimer inside them, aligned to "
            "the events within "
            + microseconds(recorded.globalTimer.uncertainty()) + ".");
        if (!recorded.globalTimer.consistent())
            recording.notes.push_back("%globaltimer and the event clock contradict each other by "
                                      + microseconds(2 * recorded.globalTimer.uncertainty())
                                      + " in this run: one of them drifted or jumped.");
    }

    static constexpr int instrumentedRuns = 2; // the first one creates what the second one uses

    const Program &m_program;
    const RunOptions &m_options;
    const RunControl &m_control;
    const DeviceInfo &m_info;
    ExpectedData m_expected;
    ProgramResources m_resources;
    std::string m_failure;
    int m_done = 0;
    int m_checked = 0;
};

} // namespace

CudaExecutor::CudaExecutor(int ordinal)
    : m_ordinal(ordinal), m_nvml(Nvml::load()), m_info(readCudaDevice(ordinal, m_nvml.get()))
{
    STREAMSCOPE_CUDA(preloadKernels());
    if (const int step = measureGlobalTimerStep(); step > 0)
        m_info.globalTimerStepNs = step;
}

void CudaExecutor::requireEnoughMemory(const Program &program) const
{
    std::size_t free = 0, total = 0;
    STREAMSCOPE_CUDA(cudaMemGetInfo(&free, &total));
    requireMemory("device", program.deviceBytes(), free, m_info.name);
    requireMemory("host", program.hostBytes(), availableHostMemory(), "this machine");
}

GpuState CudaExecutor::gpuState() const
{
    return m_nvml && m_info.pciBusId ? m_nvml->state(*m_info.pciBusId) : GpuState();
}

void CudaExecutor::addEnvironment(Recording &recording, const GpuState &before, const GpuState &after)
{
    for (auto &entry : environmentOf(before, after))
        recording.environment.push_back(std::move(entry));
    for (std::string &warning : warningsOf(before, after))
        recording.notes.push_back(std::move(warning));
    // These are read once, when CUDA starts; they belong to the result.
    for (const char *name : {"CUDA_DEVICE_MAX_CONNECTIONS", "CUDA_DEVICE_MAX_COPY_CONNECTIONS", "CUDA_MODULE_LOADING",
                             "CUDA_SCALE_LAUNCH_QUEUES", "CUDA_VISIBLE_DEVICES"})
        if (const char *value = std::getenv(name))
            recording.environment.emplace_back(name, value);
}

Recording CudaExecutor::run(const Program &program, const RunOptions &options, const RunControl &control)
{
    requireRunnable(program, m_info);
    STREAMSCOPE_CUDA(cudaSetDevice(m_ordinal)); // the calling thread may be another one than last time
    requireEnoughMemory(program);
    control.report(0, 1, "allocating memory");
    Recording recording;
    recording.device = m_info;
    const GpuState before = gpuState();
    Session(program, options, control, m_info).run(recording);
    addEnvironment(recording, before, gpuState());
    return recording;
}

} // namespace streamscope
