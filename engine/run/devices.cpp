// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/devices.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/program/text/phrase.h"
#include "engine/remote/engine_executors.h"
#include "engine/remote/machine_list.h"
#include "engine/run/cuda_loader.h"

#include <QByteArray>

#include <algorithm>
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

/// What this process has asked for, and its engine.
struct EngineUse
{
    InEngine what = InEngine::Nothing;
    std::shared_ptr<SharedEngine> engine;
};

EngineUse &engineUse()
{
    static EngineUse use;
    return use;
}

void appendSimulated(std::vector<DeviceInfo> &devices)
{
    for (const std::string &name : builtInProfileNames())
        devices.push_back(loadDeviceProfile(name).info);
}

/// The engine's GPUs beside the simulated devices of this process.
DeviceCatalog listWithEngine(SharedEngine &engine, const RunControl &control)
{
    DeviceCatalog catalog;
    try {
        catalog = engine.devices(control);
        std::erase_if(catalog.devices, [](const DeviceInfo &device) { return device.kind == DeviceKind::Simulated; });
    } catch (const RunError &error) {
        catalog.cudaStatus = error.what();
        catalog.defaultId = defaultSimulated;
    }
    appendSimulated(catalog.devices);
    return catalog;
}

bool isForEngine(const std::string &id)
{
    const InEngine what = engineUse().what;
    return what == InEngine::Everything || (what == InEngine::Gpus && id.starts_with("cuda:"));
}

std::unique_ptr<Executor> openCuda(int ordinal)
{
    const CudaProbe probe = probeCuda();
    const std::string id = "cuda:" + std::to_string(ordinal);
    if (probe.devices.empty())
        throw RunError(Phrase("engine", "device %1 cannot be used: %2; simulated devices work: --device %3")
                           .arg(id, probe.text, defaultSimulated));
    if (ordinal >= static_cast<int>(probe.devices.size()))
        throw RunError(Phrase("engine", "there is no device %1; this machine has %2 (cuda:0 to cuda:%3)")
                           .arg(id, probe.devices.size(), probe.devices.size() - 1));
    return cudaModule()->open(ordinal);
}

} // namespace

void askForConnections(int connections)
{
    if (connections > 0)
        qputenv("CUDA_DEVICE_MAX_CONNECTIONS", QByteArray::number(connections));
}

void useEngineProcess(InEngine what, const std::string &program)
{
    engineUse() = {what, std::make_shared<SharedEngine>(localEngineHost(program))};
}

DeviceCatalog listDevices()
{
    const EngineUse &use = engineUse();
    return use.what == InEngine::Nothing ? listDevicesHere() : listWithEngine(*use.engine, {});
}

DeviceCatalog listDevicesHere()
{
    DeviceCatalog catalog;
    CudaProbe probe = probeCuda();
    catalog.cudaStatus = probe.text;
    catalog.cudaUsable = !probe.devices.empty();
    catalog.devices = std::move(probe.devices);
    appendSimulated(catalog.devices);
    catalog.defaultId = catalog.cudaUsable ? "cuda:0" : defaultSimulated;
    return catalog;
}

std::unique_ptr<Executor> openDevice(const std::string &id, const RunControl &control)
{
    const EngineUse &use = engineUse();
    if (id.empty() && use.what != InEngine::Nothing)
        return openDevice(listWithEngine(*use.engine, control).defaultId, control);
    if (const auto there = parseSshDevice(id))
        return std::make_unique<EngineExecutor>(
            std::make_shared<SharedEngine>(sshEngineHost(*there, knownMachine(*there).program)), there->device,
            control);
    if (isForEngine(id))
        return std::make_unique<EngineExecutor>(use.engine, id, control);
    auto executor = openDeviceHere(id);
    if (executor->fixedConnections())
        return std::make_unique<FreshEngineExecutor>(std::move(executor));
    return executor;
}

std::unique_ptr<Executor> openDeviceAnew(const std::string &id, const RunControl &control)
{
    if (!cudaOrdinal(id))
        return openDevice(id, control);
    return std::make_unique<EngineExecutor>(std::make_shared<SharedEngine>(localEngineHost()), id, control);
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
    throw InputError(
        Phrase("engine", "unknown device '%1'; allowed: %2, sim:PATH.json, ssh://HOST/DEVICE").arg(id, allowed));
}

} // namespace streamscope
