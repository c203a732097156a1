// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/nvml.h"

#include <dlfcn.h>

namespace streamscope {

namespace {

constexpr int nvmlSuccess = 0;

// nvml.h is not in every toolkit: these are the few declarations that are needed (NVML API reference).
using InitFunction = int (*)();
using VersionFunction = int (*)(char *, unsigned);
using HandleFunction = int (*)(const char *, void **);
using UnsignedFunction = int (*)(void *, unsigned *);
using ClockFunction = int (*)(void *, unsigned, unsigned *);

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

void *Nvml::device(const std::string &pciBusId) const
{
    void *handle = nullptr;
    const auto function = resolve<HandleFunction>(m_library, "nvmlDeviceGetHandleByPciBusId_v2");
    return function && function(pciBusId.c_str(), &handle) == nvmlSuccess ? handle : nullptr;
}

std::optional<int> Nvml::unsignedOf(const char *name, const std::string &pciBusId) const
{
    void *handle = device(pciBusId);
    unsigned value = 0;
    const auto function = resolve<UnsignedFunction>(m_library, name);
    if (!handle || !function || function(handle, &value) != nvmlSuccess)
        return std::nullopt;
    return static_cast<int>(value);
}

std::optional<int> Nvml::clockOf(unsigned type, const std::string &pciBusId) const
{
    void *handle = device(pciBusId);
    unsigned value = 0;
    const auto function = resolve<ClockFunction>(m_library, "nvmlDeviceGetClockInfo");
    if (!handle || !function || function(handle, type, &value) != nvmlSuccess)
        return std::nullopt;
    return static_cast<int>(value);
}

std::optional<int> Nvml::pcieGeneration(const std::string &id) const
{
    return unsignedOf("nvmlDeviceGetCurrPcieLinkGeneration", id);
}
std::optional<int> Nvml::pcieWidth(const std::string &id) const
{
    return unsignedOf("nvmlDeviceGetCurrPcieLinkWidth", id);
}
std::optional<int> Nvml::smClockMHz(const std::string &id) const
{
    return clockOf(1, id);
}
std::optional<int> Nvml::memoryClockMHz(const std::string &id) const
{
    return clockOf(2, id);
}

} // namespace streamscope
