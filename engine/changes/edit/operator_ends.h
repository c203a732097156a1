// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// What operators still do behind the launches of collectives that go, where another call than a collective's follows:
/// operations of the host's work that go, too. Of collectives that follow each other the last one's end is there alone,
/// so it stays where one of them does. By operation: `collectives`, and those that go.
std::vector<std::int32_t> endsOfOperators(const Program &program, const std::vector<bool> &collectives,
                                          const std::vector<bool> &goes);

} // namespace streamscope
