// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/communication.h"

namespace streamscope {

bool isCommunicationName(std::string_view kernel)
{
    constexpr auto npos = std::string_view::npos;
    return kernel.starts_with("nccl") || kernel.starts_with("rccl") || kernel.find("ncclKernel") != npos
           || kernel.find("ncclDevKernel") != npos || kernel.find("rcclKernel") != npos;
}

std::vector<bool> communicationNames(const Timeline &timeline)
{
    std::vector<bool> flags;
    flags.reserve(timeline.names().size());
    for (const std::string &name : timeline.names())
        flags.push_back(isCommunicationName(name));
    if (flags.empty())
        flags.push_back(false); // spans without names say 0
    return flags;
}

} // namespace streamscope
