// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/host/call_history.h"

#include <algorithm>

namespace streamscope {

bool CallHistory::fitsCommands(const Operation &copy) const
{
    constexpr std::uint64_t most = 24 << 10;
    const DeviceProfile::Copies &copies = m_profile.copies;
    return copy.kind == OperationKind::H2D && copy.bytes <= most && (copy.callNs < 0 || m_program.traced)
           && copy.graph == Operation::none && m_program.submission != Submission::Gated && copies.hasLooks();
}

std::int64_t CallHistory::extraNs(std::int32_t operation, bool withCommands) const
{
    const Operation &call = m_program.operations[static_cast<std::size_t>(operation)];
    if (m_last < 0 || call.stream < 0 || !m_profile.copies.waitsForLooks())
        return 0;
    const Operation &before = m_program.operations[static_cast<std::size_t>(m_last)];
    const double share = isCopy(call.kind)                    ? copyShare(call, before, withCommands)
                         : call.kind == OperationKind::Kernel ? launchShare(call, before)
                                                              : 0;
    return static_cast<std::int64_t>(share * m_profile.host.kernelLaunchNs);
}

/// Kernels of a branch go together, 1.1 us for all of them (H200: 100 kernels took 1.4 us on one branch, 12 on twelve;
/// with a copy before each one 80). That a graph of kernels is cheaper still is in its own figures.
std::int64_t CallHistory::handOverNs(std::int32_t node, std::int32_t before, bool withCommands) const
{
    constexpr double kernels = 0.29;
    const auto operation = [this](std::int32_t i) -> const Operation & {
        return m_program.operations[static_cast<std::size_t>(i)];
    };
    const DeviceProfile::Host &host = m_profile.host;
    if (isHostCopy(operation(node).kind))
        return static_cast<std::int64_t>(host.graphCopyNs
                                         + (withCommands ? writtenShare(operation(node)) * host.kernelLaunchNs : 0));
    const bool first =
        operation(node).kind == OperationKind::Kernel && before >= 0 && isHostCopy(operation(before).kind);
    return first ? static_cast<std::int64_t>(kernels * host.kernelLaunchNs) : 0;
}

void CallHistory::add(std::int32_t operation, bool withCommands)
{
    if (m_program.operations[static_cast<std::size_t>(operation)].stream < 0)
        return;
    m_last = operation;
    m_lastWithCommands = withCommands;
}

/// What writing the bytes costs, as a share of a launch of 3.7 us: 0.45 us, and 0.055 for each KiB.
double CallHistory::writtenShare(const Operation &copy)
{
    constexpr double fixed = 0.12, eachKiB = 0.015;
    return fixed + eachKiB * static_cast<double>(copy.bytes) / 1024;
}

/// With many streams a copy costs 0.55 us more behind a call of another kind.
double CallHistory::copyShare(const Operation &copy, const Operation &before, bool withCommands) const
{
    constexpr double otherKind = 0.15;
    return (withCommands ? writtenShare(copy) : 0)
           + (before.kind != copy.kind ? otherKind * otherStreamShare(m_program.streams.size()) : 0);
}

/// Behind a copy to the device the launch must make its channel wait for that of the engine, which costs 0.35 us. Where
/// the bytes are in the launch's own channel it costs 0.4 us less than behind another launch.
double CallHistory::launchShare(const Operation &launch, const Operation &before) const
{
    constexpr double otherEngine = 0.095, sameChannel = -0.11;
    if (before.kind != OperationKind::H2D || before.stream != launch.stream)
        return 0;
    return m_lastWithCommands ? sameChannel : otherEngine;
}

double otherStreamShare(std::size_t streams)
{
    constexpr double many = 11;
    return std::min(1.0, static_cast<double>(streams - 1) / (many - 1));
}

} // namespace streamscope
