// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// After how many of these operations the same ones come again, to the end: 400 for five times the same 400 kernels.
/// The number of operations where they never repeat themselves. In linear time.
std::size_t repetitionOf(const Program &program, const std::vector<std::int32_t> &operations);

} // namespace streamscope
