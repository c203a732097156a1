// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstddef>
#include <string>
#include <vector>

namespace streamscope {

/// The operations that a lesson means by a text: those of exactly this name, or else those that a SpanQuery finds. What
/// no GPU executes (events, synchronisations, work of the host) is found only where the text names its kind. In order
/// of issue.
std::vector<std::size_t> meantOperations(const Timeline &timeline, const std::string &text);

} // namespace streamscope
