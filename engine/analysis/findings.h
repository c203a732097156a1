// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <vector>

namespace streamscope {

/// The input of a rule.
struct FindingInput
{
    const Recording &recording;
    const Program *program; ///< may be null
    const Summary &summary;
    const std::map<int, DeviceFigures> &devices;
    const std::vector<Race> &races; ///< of the program
};

/// Applies every rule; the most severe finding comes first. A new finding is one function in findings.cpp and its name
/// in `rules` there.
std::vector<Finding> findReasons(const FindingInput &input);

} // namespace streamscope
