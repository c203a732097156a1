// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/device_facts.h"

#include "engine/recorder/cupti/driver.h"

#include <array>
#include <cstdio>
#include <string>

namespace streamscope::recorder {

namespace {

struct Driver
{
    decltype(&cuDeviceGetCount) count = driverFunction<decltype(&cuDeviceGetCount)>("cuDeviceGetCount");
    decltype(&cuDeviceGet) get = driverFunction<decltype(&cuDeviceGet)>("cuDeviceGet");
    decltype(&cuDeviceGetName) name = driverFunction<decltype(&cuDeviceGetName)>("cuDeviceGetName");
    decltype(&cuDeviceGetUuid) uuid = driverFunction<decltype(&cuDeviceGetUuid)>("cuDeviceGetUuid");
    decltype(&cuDeviceTotalMem) memory = driverFunction<decltype(&cuDeviceTotalMem)>("cuDeviceTotalMem_v2");
    decltype(&cuDeviceGetPCIBusId) bus = driverFunction<decltype(&cuDeviceGetPCIBusId)>("cuDeviceGetPCIBusId");
    decltype(&cuDeviceGetAttribute) attribute = driverFunction<decltype(&cuDeviceGetAttribute)>("cuDeviceGetAttribute");
    decltype(&cuDriverGetVersion) version = driverFunction<decltype(&cuDriverGetVersion)>("cuDriverGetVersion");

    bool complete() const { return count && get && name && uuid && memory && bus && attribute && version; }
    int attributeOf(CUdevice device, CUdevice_attribute what) const
    {
        int value = 0;
        return attribute(&value, what, device) == CUDA_SUCCESS ? value : 0;
    }
};

std::string uuidText(const CUuuid &uuid)
{
    std::string text = "GPU-";
    for (int i = 0; i < 16; ++i) {
        std::array<char, 4> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned char>(uuid.bytes[i]));
        text += digits.data();
        if (i == 3 || i == 5 || i == 7 || i == 9)
            text += '-';
    }
    return text;
}

void writeDevice(const Driver &driver, int number, CUdevice device, RecordingWriter &writer)
{
    const auto fact = [&](const char *key, const std::string &value) {
        writer.fact("device." + std::to_string(number) + "." + key, value);
    };
    const auto attribute = [&](CUdevice_attribute what) { return std::to_string(driver.attributeOf(device, what)); };
    std::array<char, 256> text{};
    if (driver.name(text.data(), static_cast<int>(text.size()), device) == CUDA_SUCCESS)
        fact("name", text.data());
    if (CUuuid uuid{}; driver.uuid(&uuid, device) == CUDA_SUCCESS)
        fact("uuid", uuidText(uuid));
    if (std::size_t bytes = 0; driver.memory(&bytes, device) == CUDA_SUCCESS)
        fact("memory_bytes", std::to_string(bytes));
    if (driver.bus(text.data(), static_cast<int>(text.size()), device) == CUDA_SUCCESS)
        fact("pci", text.data());
    fact("compute", attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) + "."
                        + attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    fact("multiprocessors", attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
    fact("l2_bytes", attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
    fact("copy_engines", attribute(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT));
}

} // namespace

bool writeDeviceFacts(RecordingWriter &writer)
{
    const Driver driver;
    int devices = 0;
    if (!driver.complete() || driver.count(&devices) != CUDA_SUCCESS)
        return false;
    if (int version = 0; driver.version(&version) == CUDA_SUCCESS)
        writer.fact("driver.version", std::to_string(version));
    for (int i = 0; i < devices; ++i)
        if (CUdevice device = 0; driver.get(&device, i) == CUDA_SUCCESS)
            writeDevice(driver, i, device, writer);
    return true;
}

} // namespace streamscope::recorder
