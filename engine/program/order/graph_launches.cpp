// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/order/graph_launches.h"

#include "engine/program/order/program_order.h"

#include <algorithm>
#include <utility>

namespace streamscope {

void GraphLaunches::issue(std::int32_t operation, const Latest &latest, std::vector<std::int32_t> &found)
{
    const Operation &op = m_program.operations[static_cast<std::size_t>(operation)];
    Launch &launch = m_launches[static_cast<std::size_t>(op.thread)];
    if (launch.last != Operation::none && operation > launch.last)
        end(latest, launch);
    if (op.graph != Operation::none && launch.last == Operation::none)
        begin(operation, latest, launch);
    if (op.graph != Operation::none && std::erase(launch.waiting, op.stream) > 0)
        found.insert(found.end(), launch.before.begin(), launch.before.end());
    std::vector<std::int32_t> &behind = m_behind[static_cast<std::size_t>(op.stream)];
    found.insert(found.end(), behind.begin(), behind.end());
    behind.clear();
}

void GraphLaunches::begin(std::int32_t operation, const Latest &latest, Launch &launch)
{
    const auto first = static_cast<std::size_t>(operation);
    const std::size_t last = m_program.lastOfGraph(first);
    launch.last = static_cast<std::int32_t>(last);
    if (m_program.operations[first].source != Operation::none)
        return;
    for (std::size_t i = first; i <= last; ++i) {
        const Operation &node = m_program.operations[i];
        if (node.thread == m_program.operations[first].thread && isInStream(node)
            && std::ranges::find(launch.streams, node.stream) == launch.streams.end())
            launch.streams.push_back(node.stream);
    }
    if (launch.streams.size() < 2)
        return;
    launch.waiting = launch.streams;
    for (const std::int32_t stream : launch.streams) {
        if (const std::int32_t before = latest(stream); before >= 0)
            launch.before.push_back(before);
        const auto behind = std::exchange(m_behind[static_cast<std::size_t>(stream)], {});
        launch.before.insert(launch.before.end(), behind.begin(), behind.end());
    }
}

void GraphLaunches::end(const Latest &latest, Launch &launch)
{
    const Launch ended = std::exchange(launch, {});
    for (const std::int32_t stream : ended.streams)
        for (const std::int32_t other : ended.streams)
            if (other != stream && latest(other) >= 0)
                m_behind[static_cast<std::size_t>(stream)].push_back(latest(other));
}

} // namespace streamscope
