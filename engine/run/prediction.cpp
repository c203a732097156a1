// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/prediction.h"

#include "engine/analysis/work_mix.h"
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/program/text/phrase.h"
#include "engine/program/text/translatable.h"
#include "engine/remote/ssh_host.h"

#include <QDir>
#include <QStandardPaths>
#include <QUrl>

#include <optional>

namespace streamscope {

namespace {

constexpr const char *fallbackProfile = "h200";

/// Ignores a broken file: choosing a profile must not fail. Opening the file reports the fault.
bool isOf(const std::string &profile, const std::string &deviceName)
{
    try {
        return loadDeviceProfile(profile).info.name == deviceName;
    } catch (const InputError &) {
        return false;
    }
}

std::optional<std::string> calibratedFor(const std::string &deviceName)
{
    const QDir folder(QString::fromStdString(userProfileFolder()));
    for (const QString &name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
        const std::string path = folder.filePath(name).toStdString();
        if (isOf(path, deviceName))
            return path;
    }
    return std::nullopt;
}

bool hasSeveralGpus(const DeviceInfo &device)
{
    return device.machineDevices.value_or(1) > 1;
}

std::optional<std::string> builtInFor(const DeviceInfo &device)
{
    std::optional<std::string> found;
    for (const std::string &name : builtInProfileNames()) {
        const DeviceInfo known = loadDeviceProfile(name).info;
        if (known.name != device.name)
            continue;
        if (hasSeveralGpus(known) == hasSeveralGpus(device))
            return name;
        found = found ? found : name;
    }
    return found;
}

} // namespace

std::string userProfileFolder()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return folder.toStdString() + "/streamscope/profiles";
}

std::string fetchedProfilePath(const std::string &device)
{
    return userProfileFolder() + "/machines/" + QUrl::toPercentEncoding(QString::fromStdString(device)).toStdString()
           + ".json";
}

ProfileChoice chooseProfile(const DeviceInfo &device)
{
    constexpr std::string_view prefix = "sim:";
    // The file of a simulated run says "csv" or "trace".
    if (device.kind == DeviceKind::Simulated && device.id.starts_with(prefix))
        return {device.id.substr(prefix.size()), QT_TRANSLATE_NOOP("engine", "the device's own model")};
    if (const auto there = parseSshDevice(device.id)) {
        const std::string path = fetchedProfilePath(device.id);
        if (isOf(path, device.name))
            return {path, Phrase("engine", "the model of this GPU that %1 has").arg(there->host)};
    }
    if (const auto path = calibratedFor(device.name))
        return {*path, QT_TRANSLATE_NOOP("engine", "calibrated for this GPU")};
    return builtInProfile(device);
}

ProfileChoice builtInProfile(const DeviceInfo &device)
{
    if (const auto name = builtInFor(device))
        return {*name, QT_TRANSLATE_NOOP("engine", "the built-in model of this GPU")};
    return {fallbackProfile, QT_TRANSLATE_NOOP("engine", "no model of this GPU is known: that of the H200")};
}

Prediction predict(const RunRequest &request, const DeviceInfo &device, const RunControl &control)
{
    Prediction prediction;
    prediction.experiment = request.experiment;
    prediction.parameters = request.parameters;
    prediction.device = device.id;
    prediction.model = chooseProfile(device);
    prediction.program = buildProgram(*request.experiment, request.parameters);
    RunOptions options = runOptionsOf(request.parameters);
    options.repeat = options.warmup = 0; // the model has no noise
    SimulatorExecutor executor(loadDeviceProfile(prediction.model.profile));
    prediction.recording = executor.run(prediction.program, options, control);
    prediction.races = findRaces(prediction.program);
    prediction.range = predictionRange(executor.residuals(), prediction.program, prediction.recording);
    return prediction;
}

} // namespace streamscope
