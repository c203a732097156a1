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

BlockShape CostModel::blockShape(const KernelWork &work) const
{
    constexpr std::int64_t warp = 32;
    // From compute capability 8.0 on the hardware keeps 1 KiB of shared memory for itself in every block.
    const std::int64_t reserved = m_profile.info.computeMajor.value_or(0) >= 8 ? 1024 : 0;
    return {(std::int64_t{std::max<std::uint32_t>(work.block, 1)} + warp - 1) / warp * warp,
            std::int64_t{work.sharedMemory} + reserved};
}

KernelDemand CostModel::memsetDemand(const Operation &operation, const Multiprocessors &device) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    const double ns =
        m_profile.unitNs > 0
            ? m_profile.unitNs
            : compute.kernelFixedNs + static_cast<double>(operation.bytes) / compute.memoryBytesPerSecond * 1e9;
    KernelDemand demand;
    demand.blocks = device.capacity(demand.shape); // it fills the memory's bandwidth and so leaves nothing over
    demand.blockNs = rounded(ns);
    demand.allAtOnce = true;
    demand.throughput = 1;
    return demand;
}

KernelDemand CostModel::kernelDemand(const Operation &operation, const Multiprocessors &device) const
{
    if (operation.kind == OperationKind::Memset)
        return memsetDemand(operation, device);
    const KernelWork &work = operation.kernel;
    KernelDemand demand;
    demand.shape = blockShape(work);
    demand.blocks = launchedBlocks(work);
    if (m_profile.unitNs <= 0 && work.kind == KernelKind::Spin) {
        demand.blockNs = work.durationNs;
        return demand;
    }
    demand.allAtOnce = true;
    demand.blocks = std::min(demand.blocks, device.capacity(demand.shape));
    if (m_profile.unitNs > 0) {
        demand.blockNs = rounded(m_profile.unitNs);
        return demand;
    }
    const FmaParts parts = fmaParts(work);
    demand.blockNs =
        rounded(m_profile.compute.kernelFixedNs + parts.memoryNs + std::max(parts.arithmeticNs, parts.chainNs));
    // A kernel with few blocks can still keep the multipliers or the memory busy; two of those do not run at full
    // speed.
    const auto duration = static_cast<double>(std::max<std::int64_t>(demand.blockNs, 1));
    demand.throughput = std::min(1.0, std::max(parts.arithmeticNs, parts.memoryNs) / duration);
    return demand;
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

std::int64_t CostModel::hostCallNs(const Operation &operation, std::int32_t lastStream) const
{
    const bool otherStream = lastStream >= 0 && operation.stream != lastStream;
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
    case OperationKind::Memset:
        return rounded(m_profile.host.copyNs);
    case OperationKind::Kernel:
        return rounded(m_profile.host.kernelLaunchNs + (otherStream ? m_profile.host.streamSwitchNs : 0));
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
        return rounded(m_profile.host.eventNs);
    default:
        return 0;
    }
}

} // namespace streamscope
