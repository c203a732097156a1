// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/cuda_executor.h"

#include "engine/device/number_text.h"
#include "engine/executors/checks/cuda_checks.h"
#include "engine/executors/checks/program_checks.h"
#include "engine/executors/cuda/copy_calibration.h"
#include "engine/executors/cuda/measuring/clock_probes.h"
#include "engine/executors/cuda/measuring/cupti_recorder.h"
#include "engine/executors/cuda/measuring_session.h"
#include "engine/executors/cuda/runtime/cuda_device_info.h"
#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/executors/cuda/runtime/device_set.h"
#include "engine/executors/cuda/runtime/host_clock.h"
#include "engine/executors/timing/watch_plan.h"
#include "engine/program/text/phrase.h"
#include "kernels/kernel_launch.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace streamscope {

namespace {

constexpr const char *simulateInstead = ", or take a simulated device, which allocates nothing: --device sim:h200";

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

/// The number of connections when CUDA started: the environment variable, or CUDA's default (CUDA Programming Guide,
/// environment variables).
int connectionsOfProcess()
{
    constexpr int byDefault = 8;
    const char *text = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    return text ? std::atoi(text) : byDefault;
}

} // namespace

CudaExecutor::CudaExecutor(int ordinal)
    : m_ordinal(ordinal), m_connections(connectionsOfProcess()), m_nvml(Nvml::load()),
      m_info(readCudaDevice(ordinal, m_nvml.get())), m_cores(m_info.pciBusId.value_or("")), m_core(m_cores)
{
    const std::int64_t begin = hostNow();
    STREAMSCOPE_CUDA(preloadKernels());
    m_coldStart.emplace_back("creating the context, once", microsecondsText(contextCreationNs(ordinal)));
    const std::int64_t end = hostNow();
    m_coldStart.emplace_back("loading the kernels, once", microsecondsText(end - begin));
    noteStartup(begin, end);
    if (const int step = measureGlobalTimerStep(); step > 0)
        m_info.globalTimerStepNs = step;
}

/// The kernels were loaded from `begin` to `end`. Nothing where an executor before this one has told what the start
/// cost.
void CudaExecutor::noteStartup(std::int64_t begin, std::int64_t end)
{
    const HostInterval context = takeContextCreation(m_ordinal);
    if (context.begin == unknownTime)
        return;
    m_startup = {{QT_TRANSLATE_NOOP("engine", "creating the context"), 0, context.end - context.begin},
                 {QT_TRANSLATE_NOOP("engine", "loading the kernels"), begin - context.begin, end - context.begin}};
}

/// FreshEngineExecutor and SharedEngine run Programs with another number in a fresh process.
void CudaExecutor::requireConnections(const Program &program) const
{
    if (program.connections != 0 && program.connections != m_connections)
        throw RunError(Phrase("engine", "this run wants %1 connections to the GPU, and CUDA reads their number once, "
                                        "when a program starts: this one has %2")
                           .arg(program.connections, m_connections));
}

void CudaExecutor::requireEnoughMemory(const Program &program) const
{
    for (int device = 0; device < program.deviceCount(); ++device) {
        std::size_t free = 0, total = 0;
        STREAMSCOPE_CUDA(cudaSetDevice((m_ordinal + device) % std::max(machineDeviceCount(), 1)));
        STREAMSCOPE_CUDA(cudaMemGetInfo(&free, &total));
        requireMemory("device", program.deviceBytes(device), free, m_info.name, simulateInstead);
    }
    STREAMSCOPE_CUDA(cudaSetDevice(m_ordinal));
    requireMemory("host", program.hostBytes(), availableHostMemory(), "this machine", simulateInstead);
}

GpuState CudaExecutor::gpuState() const
{
    return m_nvml && m_info.pciBusId ? m_nvml->state(*m_info.pciBusId) : GpuState();
}

void CudaExecutor::addEnvironment(Recording &recording, const GpuState &before, const GpuState &after)
{
    for (auto &entry : environmentOf(before, after))
        recording.environment.push_back(std::move(entry));
    // These are read once, when CUDA starts; they belong to the result.
    for (const char *name : {"CUDA_DEVICE_MAX_CONNECTIONS", "CUDA_DEVICE_MAX_COPY_CONNECTIONS", "CUDA_MODULE_LOADING",
                             "CUDA_SCALE_LAUNCH_QUEUES", "CUDA_VISIBLE_DEVICES"})
        if (const char *value = std::getenv(name))
            recording.environment.emplace_back(name, value);
}

/// The starts of copies are found from their order and calibrated latencies, as they are by every clock but CUPTI's.
bool CudaExecutor::infersStarts(const Program &program, const RunOptions &options)
{
    const bool watched =
        options.clock == ClockChoice::Watch || (options.clock == ClockChoice::Auto && planWatch(program).everything);
    std::string problem;
    return watched || options.clock == ClockChoice::Events || options.checkClocks || !CuptiRecorder::load(problem);
}

void CudaExecutor::addLatencies(const CopyLatencies &latencies, Recording &recording)
{
    for (const auto &[name, l] : {std::pair("H2D", latencies.h2d), std::pair("D2H", latencies.d2h)}) {
        const std::string text =
            "call " + microsecondsText(l.afterSubmit) + ", kernel " + microsecondsText(l.afterKernel) + ", copy "
            + microsecondsText(l.afterCopy) + ", copy of the other direction " + microsecondsText(l.afterOther)
            + ", engine's last copy " + microsecondsText(l.queued) + " (both directions busy: "
            + microsecondsText(l.queuedBeside) + ", end event late by " + microsecondsText(l.endBeside) + ")";
        recording.environment.emplace_back(std::string(name) + " start after", text);
    }
}

/// The speeds of the host's cores: calls take longer on a core with a busy second hardware thread.
void CudaExecutor::addCore(Recording &recording) const
{
    const auto percent = [](double share) { return std::to_string(static_cast<int>(share * 100 + 0.5)) + " %"; };
    if (m_core.fastest() > 0)
        recording.environment.emplace_back("cores of the host when last looked at",
                                           "slowest at " + percent(m_core.slowest()) + ", ours at "
                                               + percent(m_core.fastest()) + " of the fastest seen");
}

int CudaExecutor::machineDevices() const
{
    return std::max(machineDeviceCount(), 1);
}

Recording CudaExecutor::run(const Program &program, const RunOptions &options, const RunControl &control)
{
    return tellingLoss([&] { return runHere(program, options, control); });
}

Recording CudaExecutor::runHere(const Program &program, const RunOptions &options, const RunControl &control)
{
    requireRunnable(program, m_info, machineDevices());
    requireCudaRuns(program, m_info);
    requireConnections(program);
    STREAMSCOPE_CUDA(cudaSetDevice(m_ordinal)); // the calling thread may be another one than last time
    requireEnoughMemory(program);
    control.report(0, 1, QT_TRANSLATE_NOOP("engine", "allocating memory"));
    Recording recording;
    recording.device = m_info;
    const GpuState before = gpuState();
    const bool inferred = infersStarts(program, options);
    m_core.moveToFastest();
    if (inferred && !m_latencies)
        m_latencies = measureCopyLatencies();
    static const CopyLatencies unknown; // CUPTI needs none; where it refuses, the starts are as good as the order
    measure({program, options, control, m_info, m_latencies ? *m_latencies : unknown, m_core, m_ordinal}, recording);
    if (inferred)
        addLatencies(*m_latencies, recording);
    for (std::string &note : clampedPriorities(program, m_info))
        recording.notes.push_back(std::move(note));
    addCore(recording);
    addEnvironment(recording, before, gpuState());
    recording.environment.insert(recording.environment.end(), m_coldStart.begin(), m_coldStart.end());
    recording.startup = std::exchange(m_startup, {});
    return recording;
}

} // namespace streamscope
