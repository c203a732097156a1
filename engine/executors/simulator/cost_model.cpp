// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/cost_model.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

std::int64_t rounded(double nanoseconds)
{
    return static_cast<std::int64_t>(std::llround(nanoseconds));
}

constexpr double bytesPerElement = 8; // each float is read once and written once

} // namespace

CostModel::CopyParts CostModel::copy(const Operation &operation) const
{
    if (m_profile.unitNs > 0)
        return {m_profile.unitNs, 0};
    const CopyCost &cost = copyCost(operation);
    const double bytes = static_cast<double>(operation.bytes);
    return {cost.latencyNs, bytes / cost.bandwidthAt(std::max(bytes, 1.0)) * 1e9};
}

const CopyCost &CostModel::copyCost(const Operation &operation) const
{
    if (operation.kind != OperationKind::H2D && operation.kind != OperationKind::D2H)
        return m_profile.copies.d2d;
    const DirectionCosts &costs = operation.kind == OperationKind::H2D ? m_profile.copies.h2d : m_profile.copies.d2h;
    switch (m_program.hostMemoryOf(operation)) {
    case HostMemory::Pageable:
        return costs.pageable;
    case HostMemory::Pinned:
        return costs.pinned;
    case HostMemory::WriteCombined:
        return costs.writeCombined;
    case HostMemory::Registered:
        return costs.registered;
    }
    return costs.pinned;
}

double CostModel::residentBlocks(const KernelWork &work) const
{
    const double block = std::max<std::uint32_t>(work.block, 1);
    const double threads = m_profile.info.maxThreadsPerMultiprocessor.value_or(2048);
    const double slots = m_profile.info.maxBlocksPerMultiprocessor.value_or(32);
    const double perMultiprocessor = std::max(1.0, std::min(slots, std::floor(threads / block)));
    return perMultiprocessor * m_profile.info.multiprocessors.value_or(1);
}

std::int64_t CostModel::kernelNs(const Operation &operation) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    if (m_profile.unitNs > 0)
        return rounded(m_profile.unitNs);
    if (operation.kind == OperationKind::Memset)
        return rounded(compute.kernelFixedNs
                       + static_cast<double>(operation.bytes) / compute.memoryBytesPerSecond * 1e9);
    const KernelWork &work = operation.kernel;
    const double blocks = launchedBlocks(work);
    if (work.kind == KernelKind::Spin)
        return rounded(std::ceil(blocks / residentBlocks(work)) * static_cast<double>(work.durationNs));

    const FmaParts parts = fmaParts(work);
    return rounded(compute.kernelFixedNs + parts.memoryNs + std::max(parts.arithmeticNs, parts.chainNs));
}

CostModel::FmaParts CostModel::fmaParts(const KernelWork &work) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    const double elements = static_cast<double>(work.elements);
    const double chain = static_cast<double>(work.workPerElement);
    // Each multiply-add of an element waits for the one before it: a grid with few threads is bound by these chains.
    const double threads = static_cast<double>(launchedBlocks(work)) * std::max<std::uint32_t>(work.block, 1);
    return {elements * bytesPerElement / compute.memoryBytesPerSecond * 1e9,
            elements * chain / compute.fmaPerSecond * 1e9,
            std::ceil(elements / threads) * chain * compute.fmaLatencyNs};
}

double CostModel::kernelShare(const Operation &operation) const
{
    if (!m_profile.info.concurrentKernels || operation.kind == OperationKind::Memset)
        return 1.0;
    const double placed = launchedBlocks(operation.kernel) / residentBlocks(operation.kernel);
    if (m_profile.unitNs > 0 || operation.kernel.kind != KernelKind::Fma)
        return std::min(1.0, placed);
    // A kernel with few blocks can still keep the multipliers or the memory busy; two of those do not run at full
    // speed.
    const FmaParts parts = fmaParts(operation.kernel);
    const double duration = static_cast<double>(std::max<std::int64_t>(kernelNs(operation), 1));
    return std::min(1.0, std::max({placed, parts.arithmeticNs / duration, parts.memoryNs / duration}));
}

std::int64_t CostModel::hostCallNs(const Operation &operation) const
{
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
    case OperationKind::Memset:
        return rounded(m_profile.host.copyNs);
    case OperationKind::Kernel:
        return rounded(m_profile.host.kernelLaunchNs);
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
        return rounded(m_profile.host.eventNs);
    default:
        return 0;
    }
}

} // namespace streamscope
