// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/collective_units.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/data_edges.h"
#include "engine/program/order/issue_order.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

/// What happened on a stream since its last collective.
struct StreamTail
{
    std::int32_t operation = Operation::none; ///< the collective's rank
    std::vector<std::int32_t> records;
};

/// The data of two ranks lies side by side, in either order; an operation without data fits everywhere.
bool liesBeside(const BufferRanges &last, const BufferRanges &next)
{
    if (last.empty() && next.empty())
        return true;
    return last.size() == 1 && next.size() == 1
           && (isNeighbour(last.front(), next.front()) || isNeighbour(next.front(), last.front()));
}

class UnitFinder
{
public:
    UnitFinder(const Program &program, const std::vector<bool> &selected)
        : m_program(program), m_selected(selected), m_firstWait(program.operations.size(), countOfOperations()),
          m_tail(program.streams.size()), m_before(program.operations.size(), Operation::none),
          m_between(program.operations.size())
    {
        const std::vector<std::int32_t> seen = recordsSeen(program);
        for (std::size_t i = seen.size(); i-- > 0;)
            if (seen[i] >= 0)
                m_firstWait[static_cast<std::size_t>(seen[i])] = static_cast<std::int32_t>(i);
    }

    std::vector<CollectiveUnit> run()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            step(static_cast<std::int32_t>(i));
        collect();
        for (CollectiveUnit &unit : m_units)
            link(unit);
        return std::move(m_units);
    }

private:
    std::int32_t countOfOperations() const { return static_cast<std::int32_t>(m_program.operations.size()); }
    const Operation &at(std::int32_t index) const { return m_program.operations[static_cast<std::size_t>(index)]; }
    static bool isRank(const Operation &operation)
    {
        return operation.kind == OperationKind::Collective || isCollectiveKernel(operation);
    }

    void step(std::int32_t index)
    {
        const Operation &operation = at(index);
        if (isOnHost(operation)) {
            if (operation.kind != OperationKind::HostWork)
                std::fill(m_tail.begin(), m_tail.end(), StreamTail()); // the host wants what is there
            return;
        }
        StreamTail &tail = m_tail[static_cast<std::size_t>(operation.stream)];
        if (isRank(operation)) {
            m_before[static_cast<std::size_t>(index)] = tail.operation;
            m_between[static_cast<std::size_t>(index)] = std::move(tail.records);
            tail = {index, {}};
        } else if (operation.kind == OperationKind::EventRecord) {
            tail.records.push_back(index);
        } else if (operation.kind != OperationKind::EventWait) {
            tail = {};
        }
    }

    void collect()
    {
        std::map<std::int32_t, std::vector<std::int32_t>> groups;
        for (std::int32_t i = 0; i < countOfOperations(); ++i) {
            if (at(i).kind == OperationKind::Collective)
                groups[at(i).group()].push_back(i);
            else if (isCollectiveKernel(at(i)))
                m_units.push_back({{i}, at(i).bytes, true, -1, {}, 0});
        }
        for (auto &[group, ranks] : groups) {
            const std::uint64_t bytes = at(ranks.front()).bytes;
            m_units.push_back({std::move(ranks), bytes, true, -1, {}, 0});
        }
        std::sort(m_units.begin(), m_units.end(),
                  [](const CollectiveUnit &a, const CollectiveUnit &b) { return a.ranks.back() < b.ranks.back(); });
        for (std::size_t u = 0; u < m_units.size(); ++u)
            for (const std::int32_t rank : m_units[u].ranks)
                m_unitOf[rank] = static_cast<std::int32_t>(u);
    }

    void link(CollectiveUnit &unit)
    {
        unit.firstWait = countOfOperations();
        for (const std::int32_t rank : unit.ranks)
            unit.selected = unit.selected && m_selected[static_cast<std::size_t>(rank)] && at(rank).graph < 0;
        const std::int32_t first = m_before[static_cast<std::size_t>(unit.ranks.front())];
        if (first < 0)
            return;
        const std::int32_t before = m_unitOf.at(first);
        if (m_units[static_cast<std::size_t>(before)].ranks.size() != unit.ranks.size())
            return;
        for (const std::int32_t rank : unit.ranks) {
            const std::int32_t last = m_before[static_cast<std::size_t>(rank)];
            if (last < 0 || m_unitOf.at(last) != before || !fitTogether(at(last), at(rank)))
                return;
        }
        unit.before = before;
        for (const std::int32_t rank : unit.ranks)
            for (const std::int32_t record : m_between[static_cast<std::size_t>(rank)]) {
                unit.records.push_back(record);
                unit.firstWait = std::min(unit.firstWait, m_firstWait[static_cast<std::size_t>(record)]);
            }
    }

    static bool fitTogether(const Operation &last, const Operation &next)
    {
        return last.kind == next.kind && last.thread == next.thread
               && (last.kind == OperationKind::Collective || last.name == next.name)
               && liesBeside(last.reads, next.reads) && liesBeside(last.writes, next.writes);
    }

    const Program &m_program;
    const std::vector<bool> &m_selected;
    std::vector<std::int32_t> m_firstWait;            ///< by record
    std::vector<StreamTail> m_tail;                   ///< by stream
    std::vector<std::int32_t> m_before;               ///< by rank: the rank before it on its stream
    std::vector<std::vector<std::int32_t>> m_between; ///< by rank: the records between
    std::map<std::int32_t, std::int32_t> m_unitOf;    ///< by rank
    std::vector<CollectiveUnit> m_units;
};

} // namespace

bool isCollectiveKernel(const Operation &operation)
{
    constexpr std::string_view library = "nccl";
    if (operation.kind != OperationKind::Kernel || operation.bytes == 0 || operation.kernel->kind != KernelKind::Spin)
        return false;
    const auto found = std::search(operation.name.begin(), operation.name.end(), library.begin(), library.end(),
                                   [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
    return found != operation.name.end();
}

std::vector<CollectiveUnit> collectivesOf(const Program &program, const std::vector<bool> &selected)
{
    return UnitFinder(program, selected).run();
}

} // namespace streamscope
