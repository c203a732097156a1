// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"
#include "engine/timeline/raw_run.h"

#include <QByteArray>
#include <QJsonObject>

#include <string>

namespace streamscope {

/// `{"format":"streamscope-raw-times","version":1,"experiment":…,"parameters":{…},"events":[…],…}`: all times in
/// nanoseconds of the clock that saw them, null where one was lost.
QByteArray rawTimesJson(const std::string &experiment, const Parameters &parameters, const RawTimes &raw);

/// What such a file holds; the parameters as plain JSON, because their declarations are the experiment's.
struct RawTimesFile
{
    std::string experiment;
    QJsonObject parameters;
    RawTimes raw;
};

/// @throws InputError naming file, place, value and what is allowed.
RawTimesFile parseRawTimes(const QByteArray &json, const std::string &source);

} // namespace streamscope
