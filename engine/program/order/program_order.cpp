// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/order/program_order.h"

#include "engine/program/order/graph_launches.h"

namespace streamscope {

bool isInStream(const Operation &operation)
{
    return operation.stream != Operation::none && operation.kind != OperationKind::Sync
           && operation.kind != OperationKind::HostWork;
}

ProgramOrder::ProgramOrder(const Program &program)
    : m_rules(program.streams), m_last(program.streams.size(), -1), m_lastRecord(program.events.size(), -1)
{
    m_first.reserve(program.operations.size() + 1);
    GraphLaunches graphs(program);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        m_first.push_back(m_before.size());
        if (isInStream(program.operations[i]))
            add(program, static_cast<std::int32_t>(i), graphs);
    }
    m_first.push_back(m_before.size());
}

void ProgramOrder::add(const Program &program, std::int32_t index, GraphLaunches &graphs)
{
    const Operation &operation = program.operations[index];
    const auto comesAfter = [this](std::int32_t earlier) {
        if (earlier >= 0)
            m_before.push_back(earlier);
    };
    for (const std::int32_t stream : m_rules.comesAfter(operation.stream))
        comesAfter(m_last[stream]);
    graphs.issue(
        index, [this](std::int32_t stream) { return m_last[m_rules.same(stream)]; }, m_before);
    if (operation.kind == OperationKind::EventWait)
        comesAfter(m_lastRecord[operation.event]);
    if (operation.kind == OperationKind::EventRecord)
        m_lastRecord[operation.event] = index;
    m_last[m_rules.same(operation.stream)] = index;
}

} // namespace streamscope
