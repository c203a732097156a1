// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/replayed_functions.h"

namespace streamscope {

Operation &ReplayedFunctions::add(std::size_t step, std::int32_t thread)
{
    const StreamFunctions::Function &function = *m_functions.of(step);
    std::int32_t stream = Operation::none;
    if (const auto latest = m_latest.find(thread); function.isApart && latest != m_latest.end()) {
        stream = m_parts.functionStream(function.stream);
        const std::int32_t event = m_parts.recordBehind(latest->second);
        Operation &wait = m_parts.add(OperationKind::EventWait, thread, stream);
        wait.event = event;
        wait.callNs = 0;
    }
    Operation &op = m_parts.add(OperationKind::HostFunction, thread,
                                stream == Operation::none ? m_parts.stream(function.stream) : stream);
    op.durationNs = StreamFunctions::ownNs(function, m_profile, m_wakeNs);
    m_operations[step] = m_parts.last();
    return op;
}

std::optional<ReplayedFunctions::Awaited> ReplayedFunctions::awaitedBy(std::size_t step) const
{
    const std::size_t *const awaited = m_functions.awaitedBy(step);
    const auto operation = awaited ? m_operations.find(*awaited) : m_operations.end();
    if (operation == m_operations.end())
        return std::nullopt;
    return Awaited{operation->second, m_functions.of(*awaited)->end};
}

std::optional<std::int32_t> ReplayedFunctions::joinedBy(std::size_t step) const
{
    const std::size_t *const joined = m_functions.joinedBy(step);
    const auto operation = joined ? m_operations.find(*joined) : m_operations.end();
    return operation == m_operations.end() ? std::nullopt : std::optional(operation->second);
}

} // namespace streamscope
