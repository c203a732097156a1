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

/// The same behind `gone`, allocations and frees of a replay that go: the driver and the system change the pages of the
/// device, and drive a framework's code and data out of the caches, too. Its work and its calls take less for the next
/// launches, each time a little less so. Of a PyTorch program that emptied its cache behind each batch, on two hosts:
/// work to the first launches behind an allocation 76 and 36 us, 121 and 57, 43 and 27, to the fifth and sixth 47 and
/// 26, 61 and 35, 16 and 11, to the twelfth 41 and 33, 14 and 13; of another to the first four 41 and 12, 55 and 26, 22
/// and 13, 30 and 23.
void warmBehindAllocations(const std::vector<bool> &gone, std::vector<Operation> &operations, const Program &before);

} // namespace streamscope
