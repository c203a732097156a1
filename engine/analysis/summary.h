// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

namespace streamscope {

/// Makespan, serial time, bound, speed-up and efficiency. The bound adds both copy directions when the device has one
/// engine for both.
Summary summarize(const Recording &recording);

} // namespace streamscope
