// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/launch_preparation.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/medians.h"
#include "engine/program/operator_work_name.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t hesitationNs = 2'000; ///< calls of one loop follow each other with gaps that differ by less
/// A framework launches a graph 4 to 9 us after the call before (PyTorch on H200s, ten recordings).
constexpr std::int64_t frameworkCallNs = 5'000;

} // namespace

LaunchPreparation::LaunchPreparation(const Program &program, const GraphRuns &runs) : m_program(program), m_runs(runs)
{
    if (!isReplay(program))
        return;
    findUsual();
    findEdges();
}

void LaunchPreparation::findUsual()
{
    const std::vector<Operation> &operations = m_program.operations;
    const CallOrder order(m_program);
    std::unordered_map<std::string_view, std::vector<std::int64_t>> gaps;
    std::vector<std::int64_t> all;
    bool framework = false;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const std::int32_t next = order.next(i);
        framework = framework || operations[i].name == operatorWorkName;
        if (m_runs.graphOf(i) < 0 || next < 0 || m_runs.graphOf(static_cast<std::size_t>(next)) != m_runs.graphOf(i))
            continue;
        all.push_back(order.workBeforeNext(i));
        gaps[operations[static_cast<std::size_t>(next)].name].push_back(all.back());
    }
    if (all.empty())
        return;
    const std::int64_t shortest = *std::min_element(all.begin(), all.end());
    const auto beyondShortest = [shortest](std::vector<std::int64_t> &of) {
        const std::int64_t usual = lowerMedian(of) - shortest;
        return usual > hesitationNs ? usual : 0;
    };
    for (auto &[name, of] : gaps)
        m_usual.emplace(name, beyondShortest(of));
    m_usualOfAll = beyondShortest(all);
    m_keptNs = framework ? std::max(shortest, frameworkCallNs) : shortest;
}

/// Visits the gaps with a graph on one side, or another one on each.
void LaunchPreparation::findEdges()
{
    const std::vector<Operation> &operations = m_program.operations;
    m_goes.assign(operations.size(), 0);
    std::vector<Gap> open(static_cast<std::size_t>(m_program.threadCount()));
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Gap &gap = open[static_cast<std::size_t>(operations[i].thread)];
        if (operations[i].kind == OperationKind::HostWork) {
            gap.work.push_back(i);
            continue;
        }
        gap.behind = m_runs.graphOf(i);
        gap.node = operations[i].name;
        if (gap.before != gap.behind)
            takeFrom(gap);
        gap.before = gap.behind;
        gap.work.clear();
    }
}

void LaunchPreparation::takeFrom(const Gap &gap)
{
    const std::vector<Operation> &operations = m_program.operations;
    std::int64_t kept = 0;
    const auto ofOperators = [&operations](std::size_t work) { return operations[work].name == operatorWorkName; };
    std::int64_t led = 0; // by operators to the first node
    const auto take = [&](std::size_t work, std::int64_t most) {
        if (m_goes[work] == 0 && !isUnknownWork(operations[work]))
            m_goes[work] = std::min(most, operations[work].durationNs);
    };
    constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
    for (auto work = gap.work.rbegin(); gap.behind >= 0 && work != gap.work.rend() && ofOperators(*work); ++work) {
        take(*work, all);
        led += m_goes[*work];
    }
    for (auto work = gap.work.begin(); gap.before >= 0 && work != gap.work.end() && ofOperators(*work); ++work) {
        take(*work, all);
        led += m_goes[*work];
    }
    const auto named = m_usual.find(gap.node);
    std::int64_t usual = gap.behind >= 0 && named != m_usual.end() ? named->second : 0;
    if (gap.before < 0 || gap.behind < 0) // the program begins anew, or waits
        usual = std::max(usual, m_usualOfAll);
    usual = std::max<std::int64_t>(usual - led, 0);
    for (auto work = gap.work.rbegin(); work != gap.work.rend(); ++work)
        if (m_goes[*work] == 0) {
            take(*work, usual);
            usual -= m_goes[*work];
        }
    for (const std::size_t work : gap.work)
        kept += operations[work].durationNs - m_goes[work];
    for (auto work = gap.work.rbegin(); work != gap.work.rend() && kept < m_keptNs; ++work) {
        const std::int64_t back = std::min(m_goes[*work], m_keptNs - kept);
        m_goes[*work] -= back;
        kept += back;
    }
}

} // namespace streamscope
