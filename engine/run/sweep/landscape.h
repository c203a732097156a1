// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"
#include "engine/program/run_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// The predicted makespans of an experiment over the range of one knob, all other knobs as they are.
struct KnobLandscape
{
    struct Point
    {
        ParameterValue value;
        std::optional<std::int64_t> makespanNs; ///< empty: these values do not fit together
    };
    std::string name;          ///< of the knob
    std::vector<Point> points; ///< every choice, or numbers in rising order
    std::size_t present = 0;   ///< the point of the value that the knob has
};

/// Values that show what a knob does: all choices; numbers around `present` in powers of two up to a factor of 16, or
/// all where there are few. Empty for lists and texts, of which nobody knows the range.
std::vector<ParameterValue> typicalValues(const ParameterSpec &spec, const ParameterValue &present);

/// The landscapes of all knobs that change the prediction, simulated on the profile chosen for `device`.
/// @throws Cancelled, and as predict() does where the present values cannot be simulated.
std::vector<KnobLandscape> knobLandscapes(const RunSource &experiment, const Parameters &parameters,
                                          const DeviceInfo &device, const RunControl &control);

} // namespace streamscope
