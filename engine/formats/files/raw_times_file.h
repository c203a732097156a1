// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"
#include "engine/timeline/raw_run.h"

#include <QByteArray>
#include <QJsonObject>

#include <string>

namespace streamscope {

/// `{"format":"streamscope-raw-times","version":1,"experiment":…,"parameters":{…},"events":[…],…}`: all times in
/// nanoseconds of the clock that took them, null for a lost time.
QByteArray rawTimesJson(const std::string &experiment, const Parameters &parameters, const RawTimes &raw);

/// The contents of such a file. The parameters are plain JSON, because only the experiment knows their declarations.
struct RawTimesFile
{
    std::string experiment;
    QJsonObject parameters;
    RawTimes raw;
};

/// @throws InputError naming file, place, value and what is allowed.
RawTimesFile parseRawTimes(const QByteArray &json, const std::string &source);

} // namespace streamscope
