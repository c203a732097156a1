// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/launch_preparation.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <limits>

namespace streamscope {

namespace {

constexpr std::int64_t hesitationNs = 2'000; ///< calls of one loop follow each other with gaps that differ by less

} // namespace

LaunchPreparation::LaunchPreparation(const Program &program, const GraphRuns &runs) : m_program(program), m_runs(runs)
{
    if (!isReplay(program))
        return;
    const std::vector<Operation> &operations = program.operations;
    const CallOrder order(program);
    std::unordered_map<std::string_view, std::vector<std::int64_t>> gaps;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const std::int32_t next = order.next(i);
        if (runs.graphOf(i) >= 0 && next >= 0 && runs.graphOf(static_cast<std::size_t>(next)) == runs.graphOf(i))
            gaps[operations[static_cast<std::size_t>(next)].name].push_back(order.workBeforeNext(i));
    }
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
    for (const auto &[name, all] : gaps)
        shortest = std::min(shortest, *std::min_element(all.begin(), all.end()));
    for (auto &[name, all] : gaps)
        if (const std::int64_t usual = lowerMedian(all) - shortest; usual > hesitationNs)
            m_usual.emplace(name, usual);
    m_next.assign(operations.size(), Operation::none);
    std::vector<std::int32_t> last(static_cast<std::size_t>(program.threadCount()), Operation::none);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        std::int32_t &before = last[static_cast<std::size_t>(operations[i].thread)];
        if (before >= 0)
            m_next[static_cast<std::size_t>(before)] = static_cast<std::int32_t>(i);
        before = static_cast<std::int32_t>(i);
    }
}

std::int64_t LaunchPreparation::before(std::size_t operation) const
{
    const std::int32_t next = m_next.empty() ? Operation::none : m_next[operation];
    if (next < 0 || m_program.operations[operation].kind != OperationKind::HostWork
        || m_runs.graphOf(static_cast<std::size_t>(next)) < 0)
        return 0;
    const auto usual = m_usual.find(m_program.operations[static_cast<std::size_t>(next)].name);
    return usual == m_usual.end() ? 0 : std::min(usual->second, m_program.operations[operation].durationNs);
}

} // namespace streamscope
