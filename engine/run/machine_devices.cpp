// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/machine_devices.h"

#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/io/files.h"
#include "engine/program/text/phrase.h"
#include "engine/remote/shared_engine.h"
#include "engine/run/devices.h"
#include "engine/run/prediction.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace streamscope {

namespace {

/// Only a model of that GPU is kept: any other one is known here, too.
void keepProfile(const QByteArray &file, const DeviceInfo &device)
{
    const std::string path = fetchedProfilePath(device.id);
    try {
        if (readDeviceProfile(file, path, device.id).info.name != device.name)
            return;
    } catch (const InputError &) { // of the same version, so it can be read; if not, predictions do without
        return;
    }
    QDir().mkpath(QFileInfo(QString::fromStdString(path)).path());
    writeFileWhole(path, file);
}

} // namespace

DeviceCatalog askMachine(const RemoteMachine &machine, const RunControl &control)
{
    SharedEngine engine(sshEngineHost(machine.machine, machine.program));
    DeviceCatalog catalog = engine.devices(control);
    std::erase_if(catalog.devices, [&](const DeviceInfo &device) {
        return device.kind == DeviceKind::Simulated && (catalog.cudaUsable || device.id != catalog.defaultId);
    });
    for (DeviceInfo &device : catalog.devices) {
        const QByteArray profile = engine.profile(device.id, control);
        device.id = engine.host().prefix + device.id;
        keepProfile(profile, device);
    }
    catalog.defaultId = engine.host().prefix + catalog.defaultId;
    return catalog;
}

QByteArray profileFileOf(const std::string &id)
{
    const DeviceCatalog catalog = listDevicesHere();
    const auto device = std::find_if(catalog.devices.begin(), catalog.devices.end(),
                                     [&](const DeviceInfo &info) { return info.id == id; });
    if (device == catalog.devices.end())
        throw InputError(Phrase("engine", "there is no device %1 here").arg(id));
    return deviceProfileText(chooseProfile(*device).profile);
}

} // namespace streamscope
