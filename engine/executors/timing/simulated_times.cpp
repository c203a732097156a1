// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/simulated_times.h"

#include <algorithm>

namespace streamscope {

SimulatedTimes::SimulatedTimes(std::size_t operations) : m_bases((operations >> baseBits) + 1), m_size(operations)
{
    constexpr std::size_t pageSize = std::size_t{1} << pageBits;
    for (std::size_t first = 0; first < operations; first += pageSize)
        m_pages.emplace_back(std::min(pageSize, operations - first));
}

OperationTimes SimulatedTimes::operator[](std::size_t operation) const
{
    return {issue(operation), ready(operation), start(operation), end(operation), returned(operation)};
}

void SimulatedTimes::shift(std::int64_t ns)
{
    for (Bases &bases : m_bases)
        for (std::int64_t *base : {&bases.issue, &bases.ready})
            if (*base != unknownTime)
                *base += ns;
    for (auto &[place, time] : m_far)
        time += ns;
}

OperationTimes SimulatedTimes::take(std::size_t operation)
{
    if (const std::size_t page = operation >> pageBits; page > 0)
        std::vector<Times>().swap(m_pages[page - 1]); // "= {}" would keep its memory
    return (*this)[operation];
}

std::vector<OperationTimes> SimulatedTimes::all() const
{
    std::vector<OperationTimes> times;
    times.reserve(m_size);
    for (std::size_t i = 0; i < m_size; ++i)
        times.push_back((*this)[i]);
    return times;
}

} // namespace streamscope
