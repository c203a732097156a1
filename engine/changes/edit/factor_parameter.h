// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace streamscope {

/// A factor of times, from a thousandth to a thousand.
inline ParameterSpec factorParameter(const std::string &name, const std::string &label, double defaultValue,
                                     const std::string &help)
{
    ParameterSpec factor;
    factor.name = name;
    factor.label = label;
    factor.type = ParameterType::Number;
    factor.lowest = 0.001;
    factor.highest = 1000;
    factor.defaultValue = defaultValue;
    factor.help = help;
    factor.logarithmic = true;
    return factor;
}

/// A time or a number of things, scaled and rounded; what was there stays at least 1.
inline std::int64_t scaledBy(std::int64_t value, double factor)
{
    return value <= 0 ? value : std::max<std::int64_t>(std::llround(static_cast<double>(value) * factor), 1);
}

} // namespace streamscope
