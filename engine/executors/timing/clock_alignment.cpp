// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/clock_alignment.h"

#include <algorithm>
#include <cstdlib>

namespace streamscope {

void ClockAlignment::addBracket(const ClockBracket &bracket)
{
    const std::int64_t low = bracket.before - bracket.start;
    const std::int64_t high = bracket.after - bracket.end;
    m_low = m_brackets == 0 ? low : std::max(m_low, low);
    m_high = m_brackets == 0 ? high : std::min(m_high, high);
    ++m_brackets;
}

void ClockAlignment::addBrackets(const std::vector<ClockBracket> &brackets)
{
    for (const ClockBracket &bracket : brackets)
        addBracket(bracket);
}

std::int64_t ClockAlignment::offset() const
{
    return m_low + (m_high - m_low) / 2;
}

std::int64_t ClockAlignment::uncertainty() const
{
    return (std::abs(m_high - m_low) + 1) / 2;
}

} // namespace streamscope
