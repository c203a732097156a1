// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace streamscope {

enum class DeviceKind : std::uint8_t { Cuda, Simulated };

/// What is known about a device. An empty optional was neither measured nor reported, and is not shown.
struct DeviceInfo
{
    std::string id;   ///< `cuda:0`, `sim:h200`, …
    std::string name; ///< "NVIDIA H200"; simulated devices say so in `kind`, not here
    DeviceKind kind = DeviceKind::Simulated;

    std::optional<int> computeMajor, computeMinor;
    std::optional<int> multiprocessors;
    /// cudaDeviceProp::asyncEngineCount: 0: copies and kernels do not overlap; 1: one engine for both directions; 2 or
    /// more: one engine per direction (CUDA Programming Guide; more than 2 does not mean more directions). 2 is assumed
    /// where nothing is known.
    int asyncEngineCount = 2;
    bool concurrentKernels = false;
    /// A simulated device on which every operation takes the same time, whatever its Program says.
    bool timesInUnits = false;
    /// CUDA's stream priorities: lowest is the larger number, greatest the smaller one. Equal when there are none.
    int leastPriority = 0;
    int greatestPriority = 0;

    std::optional<std::uint64_t> memoryBytes; ///< total device memory
    std::optional<std::uint64_t> l2Bytes;
    std::optional<int> memoryBusBits;
    std::optional<int> maxThreadsPerMultiprocessor, maxBlocksPerMultiprocessor, maxThreadsPerBlock;
    std::optional<int> registersPerMultiprocessor;
    std::optional<std::uint64_t> sharedMemoryPerMultiprocessor, sharedMemoryPerBlock, sharedMemoryPerBlockOptIn;
    std::optional<int> clockKHz, memoryClockKHz;  ///< peak
    std::optional<int> pcieGeneration, pcieWidth; ///< of the link when the device was queried
    std::optional<std::string> pciBusId, uuid;
    std::optional<bool> eccEnabled, unifiedAddressing, managedMemory, pageableMemoryAccess, memoryPools;
    std::optional<int> driverVersion, runtimeVersion; ///< CUDA's coding: 13000 = 13.0
    std::optional<std::string> driverRelease;         ///< "580.95.05"
    std::optional<int> globalTimerStepNs;             ///< smallest step of %globaltimer, measured
    std::optional<std::string> profileSource;         ///< simulated devices: the source of the figures, with a date
    /// The GPUs of its machine that the driver shows (hidden ones, too), or that a trace names, where they are several:
    /// copies to the host and calls that manage memory then take longer (docs/measurements/model.md).
    std::optional<int> machineDevices;

    /// True when the copies of both directions take turns.
    bool hasOneCopyEngine() const { return asyncEngineCount < 2; }
};

/// One line of the properties panel and of `devices`.
struct DeviceProperty
{
    std::string key;                                     ///< as in JSON: `async_engine_count`
    std::string label;                                   ///< for people, in CUDA's terms
    std::string text;                                    ///< value with its unit
    std::variant<bool, std::int64_t, std::string> value; ///< the plain value for JSON
    std::string help;                                    ///< what it means for overlap; may be empty
};

/// The known properties in a fixed order; unknown ones are left out.
std::vector<DeviceProperty> deviceProperties(const DeviceInfo &device);

/// "13.0" from 13000.
std::string cudaVersionText(int version);

} // namespace streamscope
