// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host_calls.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace streamscope {

namespace {

struct NamePart
{
    std::string_view part;
    HostCallKind kind;
};

/// The first part that occurs in the name decides. Queries such as cudaOccupancy… and attributes come first, because
/// their names hold the name of what they ask about.
constexpr std::array nameParts{
    NamePart{"Occupancy", HostCallKind::Other},
    NamePart{"Attribute", HostCallKind::Other},
    NamePart{"GetInfo", HostCallKind::Other},
    NamePart{"DeviceSynchronize", HostCallKind::DeviceSync},
    NamePart{"CtxSynchronize", HostCallKind::DeviceSync},
    NamePart{"ThreadSynchronize", HostCallKind::DeviceSync},
    NamePart{"StreamSynchronize", HostCallKind::StreamSync},
    NamePart{"EventSynchronize", HostCallKind::EventSync},
    NamePart{"Synchronize", HostCallKind::DeviceSync},
    NamePart{"GraphLaunch", HostCallKind::GraphLaunch},
    NamePart{"LaunchHostFunc", HostCallKind::HostFunction},
    NamePart{"AddCallback", HostCallKind::HostFunction},
    NamePart{"Launch", HostCallKind::Launch},
    NamePart{"GraphAdd", HostCallKind::Other},
    NamePart{"Memcpy", HostCallKind::Copy},
    NamePart{"Prefetch", HostCallKind::Copy},
    NamePart{"Memset", HostCallKind::Memset},
    NamePart{"EventRecord", HostCallKind::EventRecord},
    NamePart{"StreamWaitEvent", HostCallKind::StreamWait},
    NamePart{"EventQuery", HostCallKind::Query},
    NamePart{"StreamQuery", HostCallKind::Query},
    NamePart{"MemAlloc", HostCallKind::Alloc},
    NamePart{"cudaMalloc", HostCallKind::Alloc},
    NamePart{"HostAlloc", HostCallKind::Alloc},
    NamePart{"cuMemHostAlloc", HostCallKind::Alloc},
    NamePart{"hipMalloc", HostCallKind::Alloc},
    NamePart{"hipHostMalloc", HostCallKind::Alloc},
    NamePart{"cudaFree", HostCallKind::Free},
    NamePart{"cuMemFree", HostCallKind::Free},
    NamePart{"hipFree", HostCallKind::Free},
    NamePart{"hipHostFree", HostCallKind::Free},
};

constexpr std::array<std::string_view, 16> hostCallKindNames{"launch",
                                                             "graph launch",
                                                             "copy",
                                                             "memset",
                                                             "host function",
                                                             "allocation",
                                                             "free",
                                                             "event record",
                                                             "event wait",
                                                             "device synchronisation",
                                                             "stream synchronisation",
                                                             "event synchronisation",
                                                             "query",
                                                             "profiler",
                                                             "driver",
                                                             "other"};

} // namespace

void HostCalls::sortByBegin()
{
    const auto before = [](const HostCall &a, const HostCall &b) { return a.begin < b.begin; };
    if (std::is_sorted(m_calls.begin(), m_calls.end(), before))
        return;
    std::vector<std::uint32_t> order(m_calls.size()), places(m_calls.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return before(m_calls[a], m_calls[b]); });
    std::vector<HostCall> sorted;
    sorted.reserve(m_calls.size());
    for (const std::uint32_t old : order) {
        places[old] = static_cast<std::uint32_t>(sorted.size());
        sorted.push_back(m_calls[old]);
    }
    for (HostCall &call : sorted)
        if (call.record != HostCall::none)
            call.record = call.record < places.size() ? places[call.record] : HostCall::none;
    m_calls = std::move(sorted);
}

HostCallKind hostCallKind(std::string_view name)
{
    for (const NamePart &known : nameParts)
        if (name.find(known.part) != std::string_view::npos)
            return known.kind;
    return HostCallKind::Other;
}

HostCallKind overheadKind(std::string_view name)
{
    for (const std::string_view part : {"Command Buffer", "Loading", "Compiler"}) // without a profiler, too
        if (name.find(part) != std::string_view::npos)
            return HostCallKind::DriverWork;
    return HostCallKind::Profiler;
}

std::string_view hostCallKindName(HostCallKind kind)
{
    return hostCallKindNames[static_cast<std::size_t>(kind)];
}

bool parseHostCallKind(std::string_view name, HostCallKind &out)
{
    const auto found = std::find(hostCallKindNames.begin(), hostCallKindNames.end(), name);
    if (found == hostCallKindNames.end())
        return false;
    out = static_cast<HostCallKind>(found - hostCallKindNames.begin());
    return true;
}

} // namespace streamscope
