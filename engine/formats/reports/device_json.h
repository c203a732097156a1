// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"

#include <QJsonObject>

namespace streamscope {

/// Id, name, kind and every known property of a device.
QJsonObject toJson(const DeviceInfo &device);

} // namespace streamscope
