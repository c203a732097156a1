// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/text/device_text.h"

#include "engine/device/device_info.h"

#include <QCoreApplication>

namespace streamscope {

QString deviceTitle(const DeviceInfo &device)
{
    const QString name = QString::fromStdString(device.name), id = QString::fromStdString(device.id);
    if (device.kind == DeviceKind::Simulated && device.machineDevices.value_or(1) > 1)
        return QCoreApplication::translate("DeviceText", "%1, one of %2 · %3, simulated")
            .arg(name)
            .arg(*device.machineDevices)
            .arg(id);
    if (device.kind == DeviceKind::Simulated)
        return QCoreApplication::translate("DeviceText", "%1 · %2, simulated").arg(name, id);
    return QCoreApplication::translate("DeviceText", "%1 · %2").arg(name, id);
}

} // namespace streamscope
