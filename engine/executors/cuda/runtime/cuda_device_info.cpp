// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/cuda_device_info.h"

#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/executors/cuda/runtime/host_clock.h"
#include "engine/executors/cuda/runtime/nvml.h"

#include <cstdio>
#include <map>
#include <utility>

namespace streamscope {

namespace {

/// Attributes instead of struct fields: several fields are gone since CUDA 13.
int attribute(cudaDeviceAttr which, int ordinal)
{
    int value = 0;
    STREAMSCOPE_CUDA(cudaDeviceGetAttribute(&value, which, ordinal));
    return value;
}

std::string uuidText(const cudaUUID_t &uuid)
{
    std::string text = "GPU-";
    for (int i = 0; i < 16; ++i) {
        char byte[3];
        std::snprintf(byte, sizeof byte, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
        text += byte;
        if (i == 3 || i == 5 || i == 7 || i == 9)
            text += '-';
    }
    return text;
}

void readLimits(DeviceInfo &info, int ordinal)
{
    info.maxThreadsPerMultiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor, ordinal);
    info.maxBlocksPerMultiprocessor = attribute(cudaDevAttrMaxBlocksPerMultiprocessor, ordinal);
    info.maxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock, ordinal);
    info.registersPerMultiprocessor = attribute(cudaDevAttrMaxRegistersPerMultiprocessor, ordinal);
    info.sharedMemoryPerMultiprocessor = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, ordinal);
    info.sharedMemoryPerBlock = attribute(cudaDevAttrMaxSharedMemoryPerBlock, ordinal);
    info.sharedMemoryPerBlockOptIn = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, ordinal);
}

void readMemory(DeviceInfo &info, int ordinal)
{
    info.l2Bytes = attribute(cudaDevAttrL2CacheSize, ordinal);
    info.memoryBusBits = attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal);
    info.clockKHz = attribute(cudaDevAttrClockRate, ordinal);
    info.memoryClockKHz = attribute(cudaDevAttrMemoryClockRate, ordinal);
    info.eccEnabled = attribute(cudaDevAttrEccEnabled, ordinal) != 0;
    info.unifiedAddressing = attribute(cudaDevAttrUnifiedAddressing, ordinal) != 0;
    info.managedMemory = attribute(cudaDevAttrManagedMemory, ordinal) != 0;
    info.pageableMemoryAccess = attribute(cudaDevAttrPageableMemoryAccess, ordinal) != 0;
    info.memoryPools = attribute(cudaDevAttrMemoryPoolsSupported, ordinal) != 0;
}

void readDriver(DeviceInfo &info, const Nvml *nvml)
{
    int version = 0;
    if (cudaDriverGetVersion(&version) == cudaSuccess && version > 0)
        info.driverVersion = version;
    if (cudaRuntimeGetVersion(&version) == cudaSuccess)
        info.runtimeVersion = version;
    if (nvml) {
        info.driverRelease = nvml->driverRelease();
        info.pcieGeneration = nvml->pcieGeneration(*info.pciBusId);
        info.pcieWidth = nvml->pcieWidth(*info.pciBusId);
        info.machineDevices = nvml->deviceCount();
    }
}

struct DeviceStart
{
    HostInterval interval;
    bool taken = false;
};

std::map<int, DeviceStart> &deviceStarts()
{
    static std::map<int, DeviceStart> starts;
    return starts;
}

/// Makes it current, which creates its context the first time.
void startDevice(int ordinal)
{
    const std::int64_t begin = hostNow();
    STREAMSCOPE_CUDA(cudaSetDevice(ordinal));
    STREAMSCOPE_CUDA(cudaFree(nullptr)); // up to CUDA 11 it was created no sooner than something needed it
    deviceStarts().try_emplace(ordinal, DeviceStart{{begin, hostNow()}});
}

} // namespace

std::int64_t contextCreationNs(int ordinal)
{
    const auto found = deviceStarts().find(ordinal);
    return found == deviceStarts().end() ? 0 : found->second.interval.end - found->second.interval.begin;
}

HostInterval takeContextCreation(int ordinal)
{
    const auto found = deviceStarts().find(ordinal);
    if (found == deviceStarts().end() || std::exchange(found->second.taken, true))
        return {};
    return found->second.interval;
}

DeviceInfo readCudaDevice(int ordinal, const Nvml *nvml)
{
    cudaDeviceProp properties{};
    STREAMSCOPE_CUDA(cudaGetDeviceProperties(&properties, ordinal));
    DeviceInfo info;
    info.id = "cuda:" + std::to_string(ordinal);
    info.name = properties.name;
    info.kind = DeviceKind::Cuda;
    info.computeMajor = attribute(cudaDevAttrComputeCapabilityMajor, ordinal);
    info.computeMinor = attribute(cudaDevAttrComputeCapabilityMinor, ordinal);
    info.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, ordinal);
    info.asyncEngineCount = attribute(cudaDevAttrAsyncEngineCount, ordinal);
    info.concurrentKernels = attribute(cudaDevAttrConcurrentKernels, ordinal) != 0;
    info.memoryBytes = properties.totalGlobalMem;
    info.uuid = uuidText(properties.uuid);
    char busId[32] = {};
    STREAMSCOPE_CUDA(cudaDeviceGetPCIBusId(busId, sizeof busId, ordinal));
    info.pciBusId = busId;
    startDevice(ordinal); // the priority range is asked of the current device
    STREAMSCOPE_CUDA(cudaDeviceGetStreamPriorityRange(&info.leastPriority, &info.greatestPriority));
    readLimits(info, ordinal);
    readMemory(info, ordinal);
    readDriver(info, nvml);
    return info;
}

} // namespace streamscope
