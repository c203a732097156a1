// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/split/repeated_work.h"

#include "engine/program/medians.h"

#include <cstddef>
#include <vector>

namespace streamscope {

RepeatedWork::RepeatedWork(const Program &program, const LaunchWork &launches) : m_launches(launches)
{
    constexpr std::size_t often = 8;
    if (!isReplay(program))
        return;
    const CallOrder order(program);
    std::unordered_map<std::string_view, std::vector<std::int64_t>> gaps;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const std::int32_t next = order.next(i);
        if (isOnHost(program.operations[i]) || next < 0)
            continue;
        const Operation &behind = program.operations[static_cast<std::size_t>(next)];
        if (!isOnHost(behind) && !behind.name.empty())
            gaps[behind.name].push_back(order.workBeforeNext(i));
    }
    for (auto &[name, of] : gaps)
        if (of.size() >= often)
            m_usual.emplace(name, lowerMedian(of));
}

RepeatedWork::Pieces RepeatedWork::before(const Operation &operation) const
{
    Pieces pieces;
    pieces.m_most = m_launches.repeatedNs();
    if (const auto usual = m_usual.find(operation.name); usual != m_usual.end()) {
        pieces.m_usual = true;
        pieces.m_left = usual->second;
    }
    return pieces;
}

} // namespace streamscope
