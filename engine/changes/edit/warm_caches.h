// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <vector>

namespace streamscope {

/// Staging a large copy drives everything else out of the host's caches: what a framework's thread does next takes
/// longer, until the caches are filled again. Behind `unstaged`, pageable copies of a replay that are pinned now or go,
/// it takes less: of its work and its calls for the next two launches. Nothing without a framework: what a program
/// computes itself takes as long as before (25 us between requests in CUDA C++).
///
/// Traced under PyTorch on four machines, behind 8 to 48 MiB of pageable and of pinned memory: work to the first launch
/// 79 and 28 us, 77 and 26, 74 and 39, 105 and 30; its call 19 and 8, 16 and 7, 17 and 10, 12 and 7; work to the second
/// launch 27 and 15, 25 and 16, 30 and 20, 29 and 11; its call 10 and 7.
void warmBehind(const std::vector<bool> &unstaged, std::vector<Operation> &operations, const Program &before);

} // namespace streamscope
