// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/errors.h"
#include "engine/program/text/translatable.h"

#include <cstdint>

namespace streamscope {

/// The limit of simulated time: 104 days, up to which a double holds every nanosecond.
inline constexpr std::int64_t maxSimulatedNs = std::int64_t{1} << 53;

[[noreturn]] inline void refuseSimulatedTime()
{
    throw RunError(QT_TRANSLATE_NOOP("engine", "the simulation was given up: the run would take more than 100 days of "
                                               "simulated time; use fewer or shorter blocks, or fewer bytes"));
}

/// A duration of the model in whole nanoseconds, at least 0. @throws RunError beyond maxSimulatedNs.
inline std::int64_t wholeNs(double ns)
{
    if (!(ns < static_cast<double>(maxSimulatedNs))) // also true for NaN
        refuseSimulatedTime();
    constexpr double half = 0.5;
    return ns > 0 ? static_cast<std::int64_t>(ns + half) : 0;
}

} // namespace streamscope
