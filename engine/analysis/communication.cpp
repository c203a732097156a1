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

bool communicates(const Timeline &timeline, std::size_t span, const std::vector<bool> &names)
{
    const OperationKind kind = timeline.kinds()[span];
    const std::uint32_t name = timeline.nameIndices()[span];
    return kind == OperationKind::Collective || timeline.collective(span)
           || (kind == OperationKind::Kernel && name < names.size() && names[name]);
}

} // namespace streamscope
