// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/chains.h"

#include "engine/program/order/program_order.h"

#include <algorithm>
#include <utility>

namespace streamscope {

std::optional<int> chainStage(const Operation &operation)
{
    switch (operation.kind) {
    case OperationKind::H2D:
        return 0;
    case OperationKind::Kernel:
    case OperationKind::Memset:
    case OperationKind::D2D:
        return 1;
    case OperationKind::D2H:
        return 2;
    default:
        return std::nullopt;
    }
}

ChainFinder::ChainFinder(const Program &program, Asks fits, Asks passes)
    : m_program(program), m_fits(std::move(fits)), m_passes(std::move(passes)), m_rules(program.streams),
      m_open(program.streams.size())
{}

std::vector<OperationChain> ChainFinder::run()
{
    for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
        const Operation &operation = m_program.operations[i];
        const auto index = static_cast<std::int32_t>(i);
        if (isInStream(operation)) {
            enter(index);
        } else if (operation.kind != OperationKind::HostWork || !m_passes(index)) {
            closeAround(operation);
        }
    }
    for (std::size_t stream = 0; stream < m_open.size(); ++stream)
        closeStream(static_cast<std::int32_t>(stream));
    std::sort(m_found.begin(), m_found.end(), [](const OperationChain &a, const OperationChain &b) {
        return a.operations.front() < b.operations.front();
    });
    return std::move(m_found);
}

void ChainFinder::enter(std::int32_t index)
{
    const Operation &operation = m_program.operations[static_cast<std::size_t>(index)];
    const std::int32_t stream = m_rules.same(operation.stream);
    for (const std::int32_t other : m_rules.comesAfter(stream))
        if (other != stream)
            closeStream(other); // the NULL stream orders them
    OperationChain &open = m_open[static_cast<std::size_t>(stream)];
    const bool fits = chainStage(operation).has_value() && m_fits(index);
    if (!open.operations.empty()) {
        const Operation &last = m_program.operations[static_cast<std::size_t>(open.operations.back())];
        if (!fits || open.thread != operation.thread || chainStage(operation) < chainStage(last))
            closeStream(stream);
    }
    if (!fits)
        return;
    if (open.operations.empty())
        m_openStreams.push_back(stream);
    open.stream = stream;
    open.thread = operation.thread;
    open.operations.push_back(index);
}

void ChainFinder::closeStream(std::int32_t stream)
{
    OperationChain &open = m_open[static_cast<std::size_t>(stream)];
    if (open.operations.empty())
        return;
    OperationChain chain = std::exchange(open, OperationChain());
    const auto has = [&](bool onDevice) {
        return std::any_of(chain.operations.begin(), chain.operations.end(), [&](std::int32_t i) {
            return (chainStage(m_program.operations[static_cast<std::size_t>(i)]) == 1) == onDevice;
        });
    };
    if (has(true) && has(false))
        m_found.push_back(std::move(chain));
}

/// The thread issues nothing while it waits or works; a synchronisation of another thread is about what stands before.
void ChainFinder::closeAround(const Operation &call)
{
    const bool waits = call.kind != OperationKind::HostWork && !call.hasEvent();
    const auto isMeant = [&](std::int32_t stream) {
        if (m_open[static_cast<std::size_t>(stream)].thread == call.thread)
            return true;
        return waits
               && (call.stream >= 0 ? m_rules.same(call.stream) == stream
                                    : m_program.streams[static_cast<std::size_t>(stream)].device == call.device);
    };
    std::erase_if(m_openStreams, [&](std::int32_t stream) {
        const bool meant = isMeant(stream);
        if (meant)
            closeStream(stream);
        return meant || m_open[static_cast<std::size_t>(stream)].operations.empty();
    });
}

} // namespace streamscope
