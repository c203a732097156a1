// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <vector>

namespace streamscope {

/// By operation: a copy of up to 96 KiB behind a kernel for which nothing else waits, in a stream whose kernels and
/// copies, all of one direction, take turns five times or more. In a graph all of whose copies behind kernels are such
/// it hardly waits for a look: a turn took some 9 us more than the kernel and the transfer, else 11.5 (34 drawn graphs
/// of `event-pipeline` without its second wait, H200s: 17 off by more than 10 percent before, one since). Copies of 150
/// KiB and more wait as others do.
std::vector<bool> copiesInLoneChains(const Program &program);

/// By operation: the copies back of a Program whose streams have one chain each: a copy to the device, kernels, a copy
/// back. Empty for others. In a graph they do not wait for a look: of 36 drawn graphs of such branches that took up to
/// 80 us on H200s, 33 were predicted too long, by 3 us in the median.
std::vector<bool> copiesBackOfBranches(const Program &program);

} // namespace streamscope
