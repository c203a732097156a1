// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <functional>

namespace streamscope {

/// Does part(0) … part(parts − 1), in any order, and comes back when all are done. The calling thread works, and the
/// threads of the global pool that have nothing else to do help: it may be one of them. @throws what a part threw
/// first; then parts that have not begun are left out.
void shareWork(std::size_t parts, const std::function<void(std::size_t)> &part);

/// The same for parts of `size` operations or blocks in all; where these are few, the calling thread works alone.
void shareLargeWork(std::size_t size, std::size_t parts, const std::function<void(std::size_t)> &part);

} // namespace streamscope
