// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/split/repeated_work.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <cstddef>

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

std::vector<std::int64_t> RepeatedWork::of(std::string_view name, const std::vector<std::int64_t> &pieces) const
{
    const auto usual = m_usual.find(name);
    std::int64_t left = usual == m_usual.end() ? 0 : usual->second;
    std::vector<std::int64_t> again;
    for (const std::int64_t ns : pieces) {
        again.push_back(std::min(ns, usual == m_usual.end() ? m_launches.repeatedNs() : left));
        left -= again.back();
    }
    return again;
}

} // namespace streamscope
