// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/operation.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, 4> hostMemoryNames{"pageable", "pinned", "write-combined", "registered"};
constexpr std::array<std::string_view, 4> kernelKindNames{"spin", "fma", "stream", "tensor"};
constexpr std::array<std::string_view, 2> matrixPrecisionNames{"bf16", "tf32"};
constexpr std::array<std::string_view, 3> syncScopeNames{"device", "stream", "event"};
constexpr std::array<std::string_view, 2> syncMethodNames{"blocking", "polling"};
constexpr std::array<std::string_view, 2> allocationPlaceNames{"device", "pinned-host"};

template <typename Enum, std::size_t N>
bool parseName(const std::array<std::string_view, N> &names, std::string_view name, Enum &out)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return false;
    out = static_cast<Enum>(found - names.begin());
    return true;
}

} // namespace

std::uint32_t launchedBlocks(const KernelWork &work)
{
    if (work.grid > 0)
        return work.grid;
    const std::uint64_t block = std::max<std::uint32_t>(work.block, 1);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>((work.elements + block - 1) / block, 1, 65535));
}

std::int64_t tensorStepDepth(MatrixPrecision precision)
{
    return precision == MatrixPrecision::Bf16 ? 16 : 8;
}

std::int64_t additionsOf(const KernelWork &work)
{
    const std::int64_t depth = tensorStepDepth(work.precision);
    switch (work.kind) {
    case KernelKind::Spin:
        return 0;
    case KernelKind::Fma:
        return work.workPerElement;
    case KernelKind::Stream:
        return 1;
    case KernelKind::Tensor:
        return (work.workPerElement + depth - 1) / depth;
    }
    return 0;
}

bool isStreamOrderedCall(std::string_view call)
{
    return call.find("Async") != std::string_view::npos;
}

bool isStreamOrdered(const Operation &operation)
{
    return isAllocation(operation.kind) && (operation.stream != Operation::none || isStreamOrderedCall(operation.name));
}

std::string_view hostMemoryName(HostMemory memory)
{
    return hostMemoryNames[static_cast<std::size_t>(memory)];
}
std::string_view kernelKindName(KernelKind kind)
{
    return kernelKindNames[static_cast<std::size_t>(kind)];
}
std::string_view matrixPrecisionName(MatrixPrecision precision)
{
    return matrixPrecisionNames[static_cast<std::size_t>(precision)];
}
std::string_view syncScopeName(SyncScope scope)
{
    return syncScopeNames[static_cast<std::size_t>(scope)];
}
std::string_view syncMethodName(SyncMethod method)
{
    return syncMethodNames[static_cast<std::size_t>(method)];
}
std::string_view allocationPlaceName(AllocationPlace place)
{
    return allocationPlaceNames[static_cast<std::size_t>(place)];
}

bool parseHostMemory(std::string_view name, HostMemory &out)
{
    return parseName(hostMemoryNames, name, out);
}
bool parseKernelKind(std::string_view name, KernelKind &out)
{
    return parseName(kernelKindNames, name, out);
}
bool parseMatrixPrecision(std::string_view name, MatrixPrecision &out)
{
    return parseName(matrixPrecisionNames, name, out);
}
bool parseSyncScope(std::string_view name, SyncScope &out)
{
    return parseName(syncScopeNames, name, out);
}
bool parseSyncMethod(std::string_view name, SyncMethod &out)
{
    return parseName(syncMethodNames, name, out);
}
bool parseAllocationPlace(std::string_view name, AllocationPlace &out)
{
    return parseName(allocationPlaceNames, name, out);
}

} // namespace streamscope
