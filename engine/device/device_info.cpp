// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/device_info.h"

#include "engine/device/number_text.h"

// As engine/program/text/translatable.h, which is above this folder.
#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(scope, x) x
#endif

namespace streamscope {

namespace {

std::string bytesText(std::uint64_t bytes)
{
    constexpr const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    int unit = 0;
    while (value >= 1024 && unit < 4) {
        value /= 1024;
        ++unit;
    }
    const bool whole = value == static_cast<double>(static_cast<long long>(value));
    return decimalText(value, whole ? 0 : 1) + ' ' + units[unit];
}

/// Collects the properties that are known.
class PropertyList
{
public:
    void add(const char *key, const char *label, std::variant<bool, std::int64_t, std::string> value, std::string text,
             const char *help = "")
    {
        m_list.push_back({key, label, std::move(text), std::move(value), help});
    }
    void text(const char *key, const char *label, const std::optional<std::string> &value, const char *help = "")
    {
        if (value)
            add(key, label, *value, *value, help);
    }
    void number(const char *key, const char *label, const std::optional<int> &value, const char *unit = "",
                const char *help = "")
    {
        if (value)
            add(key, label, std::int64_t{*value}, std::to_string(*value) + unit, help);
    }
    void bytes(const char *key, const char *label, const std::optional<std::uint64_t> &value)
    {
        if (value)
            add(key, label, static_cast<std::int64_t>(*value), bytesText(*value));
    }
    void flag(const char *key, const char *label, const std::optional<bool> &value, const char *help = "")
    {
        if (value)
            add(key, label, *value, *value ? "yes" : "no", help);
    }
    void clock(const char *key, const char *label, const std::optional<int> &kiloHertz)
    {
        if (kiloHertz)
            add(key, label, std::int64_t{*kiloHertz}, std::to_string(*kiloHertz / 1000) + " MHz");
    }
    std::vector<DeviceProperty> take() { return std::move(m_list); }

private:
    std::vector<DeviceProperty> m_list;
};

const char *engineHelp(int engines)
{
    if (engines == 0)
        return QT_TRANSLATE_NOOP("engine", "Copies and kernels cannot overlap.");
    if (engines == 1)
        return QT_TRANSLATE_NOOP("engine", "One copy engine serves both directions: a copy overlaps kernels, but never "
                                           "a copy of the other direction.");
    return QT_TRANSLATE_NOOP(
        "engine", "One copy engine per direction: H2D, D2H and kernels can all overlap. Engines beyond two serve "
                  "copies inside the device and between devices; two copies of one direction never run at once.");
}

void addScheduling(PropertyList &list, const DeviceInfo &d)
{
    list.add("async_engine_count", "asyncEngineCount", std::int64_t{d.asyncEngineCount},
             std::to_string(d.asyncEngineCount), engineHelp(d.asyncEngineCount));
    list.flag("concurrent_kernels", "concurrentKernels", d.concurrentKernels,
              QT_TRANSLATE_NOOP("engine", "Whether kernels of different streams can run at the same time."));
    list.number("multiprocessors", QT_TRANSLATE_NOOP("engine", "Multiprocessors (SMs)"), d.multiprocessors);
    list.add("stream_priority_least", QT_TRANSLATE_NOOP("engine", "Least stream priority"),
             std::int64_t{d.leastPriority}, std::to_string(d.leastPriority));
    list.add(
        "stream_priority_greatest", QT_TRANSLATE_NOOP("engine", "Greatest stream priority"),
        std::int64_t{d.greatestPriority}, std::to_string(d.greatestPriority),
        QT_TRANSLATE_NOOP("engine",
                          "A lower number is more urgent. Priorities act when blocks are placed; copies ignore them."));
}

void addMemory(PropertyList &list, const DeviceInfo &d)
{
    list.bytes("memory_bytes", QT_TRANSLATE_NOOP("engine", "Device memory"), d.memoryBytes);
    list.bytes("l2_bytes", QT_TRANSLATE_NOOP("engine", "L2 cache"), d.l2Bytes);
    list.number("memory_bus_bits", QT_TRANSLATE_NOOP("engine", "Memory bus"), d.memoryBusBits, " bit");
    list.clock("memory_clock_khz", QT_TRANSLATE_NOOP("engine", "Memory clock (peak)"), d.memoryClockKHz);
    list.clock("clock_khz", QT_TRANSLATE_NOOP("engine", "SM clock (peak)"), d.clockKHz);
    list.flag("ecc", "ECC", d.eccEnabled);
    list.flag("unified_addressing", QT_TRANSLATE_NOOP("engine", "Unified addressing"), d.unifiedAddressing);
    list.flag("managed_memory", QT_TRANSLATE_NOOP("engine", "Managed memory"), d.managedMemory);
    list.flag("pageable_memory_access", QT_TRANSLATE_NOOP("engine", "Pageable memory access"), d.pageableMemoryAccess);
    list.flag("memory_pools", QT_TRANSLATE_NOOP("engine", "Stream-ordered allocation"), d.memoryPools);
}

void addLimits(PropertyList &list, const DeviceInfo &d)
{
    list.number("max_threads_per_multiprocessor", QT_TRANSLATE_NOOP("engine", "Threads per SM"),
                d.maxThreadsPerMultiprocessor);
    list.number("max_blocks_per_multiprocessor", QT_TRANSLATE_NOOP("engine", "Blocks per SM"),
                d.maxBlocksPerMultiprocessor);
    list.number("max_threads_per_block", QT_TRANSLATE_NOOP("engine", "Threads per block"), d.maxThreadsPerBlock);
    list.number("registers_per_multiprocessor", QT_TRANSLATE_NOOP("engine", "Registers per SM"),
                d.registersPerMultiprocessor);
    list.bytes("shared_memory_per_multiprocessor", QT_TRANSLATE_NOOP("engine", "Shared memory per SM"),
               d.sharedMemoryPerMultiprocessor);
    list.bytes("shared_memory_per_block", QT_TRANSLATE_NOOP("engine", "Shared memory per block"),
               d.sharedMemoryPerBlock);
    list.bytes("shared_memory_per_block_opt_in", QT_TRANSLATE_NOOP("engine", "Opt-in shared memory"),
               d.sharedMemoryPerBlockOptIn);
}

void addLink(PropertyList &list, const DeviceInfo &d)
{
    list.number("pcie_generation", QT_TRANSLATE_NOOP("engine", "PCIe generation"), d.pcieGeneration, "",
                QT_TRANSLATE_NOOP("engine", "As the link ran when asked; an idle link may run slower."));
    list.number("pcie_width", QT_TRANSLATE_NOOP("engine", "PCIe lanes"), d.pcieWidth);
    list.number("machine_devices", QT_TRANSLATE_NOOP("engine", "GPUs of the machine"), d.machineDevices, "",
                QT_TRANSLATE_NOOP("engine", "A machine with several takes longer for each copy to the host, and for "
                                            "calls that manage memory (measured on H200s)."));
    list.text("pci_bus_id", QT_TRANSLATE_NOOP("engine", "PCI bus"), d.pciBusId);
    list.text("uuid", "UUID", d.uuid);
    list.text("driver_release", QT_TRANSLATE_NOOP("engine", "Driver"), d.driverRelease);
    if (d.driverVersion)
        list.text("cuda_driver", QT_TRANSLATE_NOOP("engine", "CUDA of the driver"), cudaVersionText(*d.driverVersion));
    if (d.runtimeVersion)
        list.text("cuda_runtime", QT_TRANSLATE_NOOP("engine", "CUDA runtime"), cudaVersionText(*d.runtimeVersion));
    list.number("globaltimer_step_ns", QT_TRANSLATE_NOOP("engine", "%globaltimer step"), d.globalTimerStepNs, " ns",
                QT_TRANSLATE_NOOP("engine", "Smallest step seen of the clock that the kernels stamp."));
    list.text("profile_source", QT_TRANSLATE_NOOP("engine", "Profile"), d.profileSource,
              QT_TRANSLATE_NOOP("engine", "Where the figures of this simulated device come from."));
}

} // namespace

std::string cudaVersionText(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::vector<DeviceProperty> deviceProperties(const DeviceInfo &device)
{
    PropertyList list;
    list.text("name", QT_TRANSLATE_NOOP("engine", "Name"), device.name);
    list.add("kind", QT_TRANSLATE_NOOP("engine", "Kind"),
             std::string(device.kind == DeviceKind::Cuda ? "cuda" : "simulated"),
             device.kind == DeviceKind::Cuda ? QT_TRANSLATE_NOOP("engine", "CUDA device")
                                             : QT_TRANSLATE_NOOP("engine", "simulated: every time is a model's"));
    if (device.computeMajor && device.computeMinor)
        list.text("compute_capability", QT_TRANSLATE_NOOP("engine", "Compute capability"),
                  std::to_string(*device.computeMajor) + "." + std::to_string(*device.computeMinor));
    addScheduling(list, device);
    addMemory(list, device);
    addLimits(list, device);
    addLink(list, device);
    return list.take();
}

} // namespace streamscope
