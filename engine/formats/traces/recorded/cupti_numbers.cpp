// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recorded/cupti_numbers.h"

#include "engine/formats/traces/nsight_info.h"

#include <array>
#include <utility>

namespace streamscope {

MemoryKind cuptiMemoryKind(std::uint8_t number)
{
    return nsightMemoryKind(number - 1); // one off
}

StreamRole cuptiStreamRole(std::uint8_t flag)
{
    constexpr std::array roles{StreamRole::Ordinary, StreamRole::Blocking, StreamRole::NonBlocking,
                               StreamRole::LegacyDefault};
    return flag < roles.size() ? roles[flag] : StreamRole::Ordinary;
}

std::optional<OperationKind> cuptiTransfer(std::uint8_t counter)
{
    switch (counter) {
    case 1:
        return OperationKind::H2D;
    case 2:
        return OperationKind::D2H;
    case 8:
        return OperationKind::D2D;
    default:
        return std::nullopt;
    }
}

std::string cuptiOverheadName(std::uint32_t kind)
{
    constexpr std::array<const char *, 9> names{"",
                                                "Buffer Flush",
                                                "Instrumentation",
                                                "Resource",
                                                "Runtime Triggered Module Loading",
                                                "Lazy Function Loading",
                                                "Command Buffer Full",
                                                "Activity Buffer Request",
                                                "UVM Activity Init"};
    if (kind == 1)
        return "Driver Compiler";
    const std::uint32_t number = kind >> 16;
    return number > 0 && number < names.size() && (kind & 0xffff) == 0 ? names[number]
                                                                       : "Overhead " + std::to_string(kind);
}

} // namespace streamscope
