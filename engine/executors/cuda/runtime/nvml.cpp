// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/nvml.h"

#include <dlfcn.h>

namespace streamscope {

namespace {

constexpr int nvmlSuccess = 0;

// nvml.h is not in every toolkit: these are the few declarations that are needed (NVML API reference).
using InitFunction = int (*)();
using VersionFunction = int (*)(char *, unsigned);
using CountFunction = int (*)(unsigned *);
using HandleFunction = int (*)(const char *, void **);
using UnsignedFunction = int (*)(void *, unsigned *);
using TypedFunction = int (*)(void *, unsigned, unsigned *);
using ReasonsFunction = int (*)(void *, unsigned long long *);

struct ProcessInfo // nvmlProcessInfo_v2_t
{
    unsigned pid;
    unsigned long long usedGpuMemory;
    unsigned gpuInstanceId;
    unsigned computeInstanceId;
};
using ProcessesFunction = int (*)(void *, unsigned *, ProcessInfo *);

template <typename Function>
Function resolve(void *library, const char *name)
{
    return reinterpret_cast<Function>(dlsym(library, name));
}

} // namespace

std::unique_ptr<Nvml> Nvml::load()
{
    void *library = nullptr;
    for (const char *name : {"libnvidia-ml.so.1", "libnvidia-ml.so"}) // some systems have no plain .so
        if (!library)
            library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return nullptr;
    const auto init = resolve<InitFunction>(library, "nvmlInit_v2");
    if (!init || init() != nvmlSuccess) {
        dlclose(library);
        return nullptr;
    }
    return std::unique_ptr<Nvml>(new Nvml(library));
}

Nvml::~Nvml()
{
    if (const auto shutdown = resolve<InitFunction>(m_library, "nvmlShutdown"))
        shutdown();
    dlclose(m_library);
}

std::optional<std::string> Nvml::driverRelease() const
{
    char text[96] = {};
    const auto function = resolve<VersionFunction>(m_library, "nvmlSystemGetDriverVersion");
    if (!function || function(text, sizeof text) != nvmlSuccess)
        return std::nullopt;
    return std::string(text);
}

std::optional<int> Nvml::deviceCount() const
{
    unsigned count = 0;
    const auto function = resolve<CountFunction>(m_library, "nvmlDeviceGetCount_v2");
    if (!function || function(&count) != nvmlSuccess)
        return std::nullopt;
    return static_cast<int>(count);
}

void *Nvml::device(const std::string &pciBusId) const
{
    void *handle = nullptr;
    const auto function = resolve<HandleFunction>(m_library, "nvmlDeviceGetHandleByPciBusId_v2");
    return function && function(pciBusId.c_str(), &handle) == nvmlSuccess ? handle : nullptr;
}

std::optional<int> Nvml::unsignedOf(const char *name, void *device) const
{
    unsigned value = 0;
    const auto function = resolve<UnsignedFunction>(m_library, name);
    if (!device || !function || function(device, &value) != nvmlSuccess)
        return std::nullopt;
    return static_cast<int>(value);
}

std::optional<int> Nvml::typedOf(const char *name, unsigned type, void *device) const
{
    unsigned value = 0;
    const auto function = resolve<TypedFunction>(m_library, name);
    if (!device || !function || function(device, type, &value) != nvmlSuccess)
        return std::nullopt;
    return static_cast<int>(value);
}

std::optional<std::uint64_t> Nvml::clockReasonsOf(void *device) const
{
    // Renamed in driver 535; older ones know the second name only.
    for (const char *name : {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"}) {
        unsigned long long bits = 0;
        const auto function = resolve<ReasonsFunction>(m_library, name);
        if (device && function && function(device, &bits) == nvmlSuccess)
            return bits;
    }
    return std::nullopt;
}

std::optional<int> Nvml::computeProcessesOf(void *device) const
{
    ProcessInfo processes[64];
    unsigned count = 64;
    const auto function = resolve<ProcessesFunction>(m_library, "nvmlDeviceGetComputeRunningProcesses_v3");
    if (!device || !function || function(device, &count, processes) != nvmlSuccess)
        return std::nullopt;
    return static_cast<int>(count);
}

std::optional<int> Nvml::pcieGeneration(const std::string &id) const
{
    return unsignedOf("nvmlDeviceGetCurrPcieLinkGeneration", device(id));
}

std::optional<int> Nvml::pcieWidth(const std::string &id) const
{
    return unsignedOf("nvmlDeviceGetCurrPcieLinkWidth", device(id));
}

GpuState Nvml::state(const std::string &pciBusId) const
{
    constexpr unsigned smClock = 1, memoryClock = 2, gpuSensor = 0; // nvmlClockType, nvmlTemperatureSensors
    void *handle = device(pciBusId);
    GpuState state;
    state.smClockMHz = typedOf("nvmlDeviceGetClockInfo", smClock, handle);
    state.memoryClockMHz = typedOf("nvmlDeviceGetClockInfo", memoryClock, handle);
    state.temperatureCelsius = typedOf("nvmlDeviceGetTemperature", gpuSensor, handle);
    if (const auto milliwatts = unsignedOf("nvmlDeviceGetPowerUsage", handle))
        state.powerWatts = *milliwatts / 1000.0;
    state.pcieGeneration = unsignedOf("nvmlDeviceGetCurrPcieLinkGeneration", handle);
    state.pcieWidth = unsignedOf("nvmlDeviceGetCurrPcieLinkWidth", handle);
    state.clockReasons = clockReasonsOf(handle);
    state.computeProcesses = computeProcessesOf(handle);
    return state;
}

} // namespace streamscope
