// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace streamscope {

/// True for the name of a kernel of NCCL or RCCL: it begins with "nccl" or "rccl", or holds "ncclKernel",
/// "ncclDevKernel" or "rcclKernel".
bool isCommunicationName(std::string_view kernel);

/// The same for every name of a timeline, by the name's index.
std::vector<bool> communicationNames(const Timeline &timeline);

/// True for an operation that communicates: by its kind, by what the trace says of it, or by its name. `names`: from
/// communicationNames().
bool communicates(const Timeline &timeline, std::size_t span, const std::vector<bool> &names);

} // namespace streamscope
