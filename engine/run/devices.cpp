// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/devices.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/run/cuda_loader.h"
#include "engine/run/fresh_process_executor.h"

#include <QByteArray>

#include <charconv>
#include <optional>

namespace streamscope {

namespace {

constexpr const char *defaultSimulated = "sim:h200";

CudaProbe probeCuda()
{
    if (CudaModule *module = cudaModule())
        return module->probe();
    CudaProbe probe;
    probe.text = cudaModuleProblem();
    return probe;
}

std::optional<int> cudaOrdinal(const std::string &id)
{
    constexpr std::string_view prefix = "cuda:";
    int ordinal = 0;
    const char *end = id.data() + id.size();
    const auto [last, error] = std::from_chars(id.data() + std::min(prefix.size(), id.size()), end, ordinal);
    if (!id.starts_with(prefix) || error != std::errc{} || last != end || ordinal < 0)
        return std::nullopt;
    return ordinal;
}

std::unique_ptr<Executor> openCuda(int ordinal)
{
    const CudaProbe probe = probeCuda();
    const std::string id = "cuda:" + std::to_string(ordinal);
    if (probe.devices.empty())
        throw RunError("device " + id + " cannot be used: " + probe.text + "; simulated devices work: --device "
                       + defaultSimulated);
    if (ordinal >= static_cast<int>(probe.devices.size()))
        throw RunError("there is no device " + id + "; this machine has " + std::to_string(probe.devices.size())
                       + " (cuda:0 to cuda:" + std::to_string(probe.devices.size() - 1) + ")");
    return cudaModule()->open(ordinal);
}

} // namespace

void askForConnections(int connections)
{
    if (connections > 0)
        qputenv("CUDA_DEVICE_MAX_CONNECTIONS", QByteArray::number(connections));
}

DeviceCatalog listDevices()
{
    DeviceCatalog catalog;
    CudaProbe probe = probeCuda();
    catalog.cudaStatus = probe.text;
    catalog.cudaUsable = !probe.devices.empty();
    catalog.devices = std::move(probe.devices);
    for (const std::string &name : builtInProfileNames())
        catalog.devices.push_back(loadDeviceProfile(name).info);
    catalog.defaultId = catalog.cudaUsable ? "cuda:0" : defaultSimulated;
    return catalog;
}

std::unique_ptr<Executor> openDevice(const std::string &id)
{
    auto executor = openDeviceHere(id);
    if (executor->fixedConnections())
        return std::make_unique<FreshProcessExecutor>(std::move(executor));
    return executor;
}

std::unique_ptr<Executor> openDeviceHere(const std::string &id)
{
    if (id.empty())
        return probeCuda().devices.empty() ? openDeviceHere(defaultSimulated) : openCuda(0);
    if (const auto ordinal = cudaOrdinal(id))
        return openCuda(*ordinal);
    constexpr std::string_view prefix = "sim:";
    if (id.starts_with(prefix))
        return std::make_unique<SimulatorExecutor>(loadDeviceProfile(id.substr(prefix.size())));
    std::string allowed = "cuda:N";
    for (const std::string &known : builtInProfileNames())
        allowed += ", sim:" + known;
    throw InputError("unknown device '" + id + "'; allowed: " + allowed + ", sim:PATH.json");
}

int devicesBeside(const Executor &executor)
{
    constexpr std::string_view prefix = "sim:";
    if (executor.device().kind == DeviceKind::Simulated)
        return loadDeviceProfile(executor.device().id.substr(prefix.size())).links.devices;
    return static_cast<int>(probeCuda().devices.size());
}

} // namespace streamscope
