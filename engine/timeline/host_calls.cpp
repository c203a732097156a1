// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host_calls.h"

#include <array>
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
    NamePart{"cudaFree", HostCallKind::Free},
    NamePart{"cuMemFree", HostCallKind::Free},
    NamePart{"hipFree", HostCallKind::Free},
};

constexpr std::array<std::string_view, 16> kindNames{"launch",
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
    return kindNames[static_cast<std::size_t>(kind)];
}

} // namespace streamscope
