// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/json_object.h"
#include "engine/program/traced_device.h"

#include <QJsonObject>

namespace streamscope {

/// `traced_device` of a program file (docs/program-file.md). Figures that are not known are left out.
QJsonObject tracedDeviceJson(const TracedDevice &traced);
/// @throws InputError with the place, the value and what is allowed.
TracedDevice readTracedDevice(const JsonObject &object);

} // namespace streamscope
