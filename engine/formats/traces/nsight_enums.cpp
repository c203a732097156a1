// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/nsight_enums.h"

#include <array>

namespace streamscope {

MemoryKind nsightMemoryKind(std::int64_t value)
{
    constexpr std::array<MemoryKind, 7> kinds{MemoryKind::Pageable,     MemoryKind::Pinned,  MemoryKind::Device,
                                              MemoryKind::Array,        MemoryKind::Managed, MemoryKind::DeviceStatic,
                                              MemoryKind::ManagedStatic};
    return value >= 0 && value < static_cast<std::int64_t>(kinds.size()) ? kinds[static_cast<std::size_t>(value)]
                                                                         : MemoryKind::Unknown;
}

NsightCopy nsightCopy(std::int64_t value)
{
    constexpr OperationKind in = OperationKind::H2D, back = OperationKind::D2H, on = OperationKind::D2D;
    constexpr std::array<NsightCopy, 14> kinds{{
        {on, "Unknown", false},
        {in, "HtoD", false},
        {back, "DtoH", false},
        {in, "HtoA", false},
        {back, "AtoH", false},
        {on, "AtoA", false},
        {on, "AtoD", false},
        {on, "DtoA", false},
        {on, "DtoD", false},
        {on, "HtoH", false},
        {OperationKind::Peer, "PtoP", false},
        {in, "unified HtoD", true},
        {back, "unified DtoH", true},
        {on, "unified DtoD", true},
    }};
    return value >= 0 && value < static_cast<std::int64_t>(kinds.size()) ? kinds[static_cast<std::size_t>(value)]
                                                                         : kinds[0];
}

} // namespace streamscope
