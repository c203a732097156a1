// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace streamscope {

/// What a library issues between two launches of its own, as a memset of its work space: operations that `mayBe` and
/// that are not `chosen` themselves, where the thread's call before them and the one behind them are, but for others
/// like them. In issue order.
std::vector<std::size_t> betweenLaunches(const std::vector<Operation> &operations, const std::vector<bool> &chosen,
                                         const std::function<bool(const Operation &)> &mayBe);

} // namespace streamscope
