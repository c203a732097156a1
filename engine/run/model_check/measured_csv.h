// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/model_check/model_check.h"

#include <QByteArray>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The measured configurations of a check (RFC 4180, header line): `experiment`, `settings` (every parameter as
/// `name=value`, separated by spaces), `device` (its name), `median_us`, `min_us`, `q1_us`, `q3_us` (3 decimals).
QByteArray measuredCsv(const std::vector<MeasuredConfiguration> &rows);

/// The inverse. `name` is for messages; `find` gives the experiment of an id, null where there is none.
/// @throws InputError naming the line.
std::vector<MeasuredConfiguration> readMeasuredCsv(std::string_view text, const std::string &name,
                                                   const std::function<const Experiment *(std::string_view)> &find);

} // namespace streamscope
