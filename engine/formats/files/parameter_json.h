// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/json_object.h"
#include "engine/program/parameter.h"

#include <QJsonObject>
#include <QJsonValue>

namespace streamscope {

/// JSON stores plain numbers, texts and lists of numbers.
QJsonValue toJson(const ParameterValue &value);
QJsonObject toJson(const Parameters &parameters);

/// Sets every key of `object` in `parameters`.
/// @throws InputError naming file, key, value and what is allowed.
void readParameters(const JsonObject &object, Parameters &parameters);

/// The declaration as `experiments --json` prints it.
QJsonObject toJson(const ParameterSpec &spec);

} // namespace streamscope
