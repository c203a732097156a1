// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A knob that a sweep varies, and its values in order, each value once.
struct SweepAxis
{
    std::string name;
    std::vector<ParameterValue> values;
};

/// Most values of one axis, and most configurations of a whole sweep.
inline constexpr std::size_t maxSweepConfigurations = 1'000'000;

/// `name=v1,v2,…`, where each may also be a range: `a:b:+s` (a, a+s, … up to b) or `a:b:*f` (a, a·f, … up to b, each
/// rounded to a whole number). Sizes may carry units. The values of a list parameter contain commas, so they are
/// separated by `;`.
/// @throws InputError naming the text and what is allowed.
SweepAxis parseSweepAxis(const Parameters &parameters, std::string_view text);
/// The part behind `name=`.
std::vector<ParameterValue> parseSweepValues(const ParameterSpec &spec, std::string_view text);

/// The product of the axes' sizes. @throws InputError where an axis occurs twice or there are too many.
std::size_t sweepConfigurations(const std::vector<SweepAxis> &axes);
/// Gives `parameters` the values of configuration `index`: the last axis turns fastest.
void applyConfiguration(Parameters &parameters, const std::vector<SweepAxis> &axes, std::size_t index);

} // namespace streamscope
