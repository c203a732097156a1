// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/spread/spread_of_trace.h"

#include "engine/changes/edit/added_parts.h"
#include "engine/changes/edit/event_edges.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/patterns/usual_calls.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace streamscope {

namespace {

class SpreadEdit
{
public:
    SpreadEdit(const Program &program, const std::vector<bool> &spread, int lanes)
        : m_program(program), m_spread(spread), m_lanes(static_cast<std::size_t>(lanes)),
          m_streams(program.streams.size(), Old{std::vector<Lane>(m_lanes)}), m_edges(program.operations.size())
    {
        m_result.program = withoutOperations(program);
    }

    ChangedProgram run()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            place(static_cast<std::int32_t>(i));
        m_edges.makeEvents(m_result.program, m_placed, "spread");
        m_edges.write(m_program.operations, m_placed, addedEventCallNs(m_program), m_result.program);
        m_result.notes.emplace_back(QT_TRANSLATE_NOOP(
            "engine",
            "A trace does not show data: the selected operations are taken to need nothing of one another, but "
            "all others of their stream before them, and to be needed by those behind them."));
        return std::move(m_result);
    }

private:
    struct Lane
    {
        std::int32_t last = Operation::none;   ///< its latest operation for which the old stream has not waited
        std::int32_t waited = Operation::none; ///< the latest operation of the old stream that it has waited for
    };
    struct Old
    {
        std::vector<Lane> lanes;
        std::int32_t before = Operation::none; ///< the latest operation that stays
        std::size_t next = 0;                  ///< the lane whose turn it is
    };

    void place(std::int32_t index)
    {
        const Operation &operation = m_program.operations[static_cast<std::size_t>(index)];
        m_placed.push_back(operation.stream);
        if (operation.stream < 0)
            return;
        Old &old = m_streams[static_cast<std::size_t>(operation.stream)];
        if (m_spread[static_cast<std::size_t>(index)]) {
            const std::size_t lane = std::exchange(old.next, (old.next + 1) % m_lanes);
            m_placed.back() = streamOn(m_program.deviceOf(operation), lane);
            if (std::exchange(old.lanes[lane].waited, old.before) != old.before)
                m_edges.add(old.before, index);
            old.lanes[lane].last = index;
            ++m_result.touched;
            return;
        }
        if (operation.kind != OperationKind::EventWait) // which needs nothing of its own stream
            for (Lane &lane : old.lanes)
                if (const std::int32_t last = std::exchange(lane.last, Operation::none); last >= 0)
                    m_edges.add(last, index);
        if (isInStream(operation) || operation.kind == OperationKind::EventWait)
            old.before = index;
    }

    std::int32_t streamOn(int device, std::size_t lane)
    {
        const auto [found, isNew] = m_new.try_emplace({device, lane}, Operation::none);
        if (isNew)
            found->second = AddedParts(m_result.program).addStream("spread " + std::to_string(lane), device);
        return found->second;
    }

    const Program &m_program;
    const std::vector<bool> &m_spread;
    const std::size_t m_lanes;
    std::vector<Old> m_streams;                                ///< of the unchanged Program
    std::map<std::pair<int, std::size_t>, std::int32_t> m_new; ///< by device and lane
    std::vector<std::int32_t> m_placed;                        ///< by operation: its stream now
    EventEdges m_edges;
    ChangedProgram m_result;
};

} // namespace

ChangedProgram spreadOfTrace(const Program &program, const std::vector<bool> &spread, int lanes)
{
    return SpreadEdit(program, spread, lanes).run();
}

} // namespace streamscope
