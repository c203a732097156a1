// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <functional>

namespace streamscope {

/// Calls work(i) for each i below `count`, on all cores, and returns when all calls have. After an exception no further
/// call begins. @throws the first exception of a call
void onAllCores(std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace streamscope
