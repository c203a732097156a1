// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>

namespace streamscope {

/// The difference of two clocks that was seen at two moments, and in a straight line between and beyond them.
/// Nanoseconds; the moments are of the clock that is turned into the other.
class ClockLine
{
public:
    ClockLine(std::int64_t firstTime, std::int64_t firstOffset, std::int64_t lastTime, std::int64_t lastOffset)
        : m_firstTime(firstTime), m_firstOffset(firstOffset), m_lastTime(lastTime), m_lastOffset(lastOffset)
    {}

    /// `time` on the other clock.
    std::int64_t at(std::int64_t time) const
    {
        if (m_lastTime <= m_firstTime)
            return time + m_firstOffset;
        const double part = static_cast<double>(time - m_firstTime) / static_cast<double>(m_lastTime - m_firstTime);
        return time + m_firstOffset + static_cast<std::int64_t>(part * static_cast<double>(drift()));
    }
    /// The line to a clock that is `nanoseconds` ahead of the other one.
    ClockLine ahead(std::int64_t nanoseconds) const
    {
        return {m_firstTime, m_firstOffset + nanoseconds, m_lastTime, m_lastOffset + nanoseconds};
    }
    /// How much the difference changed from the first moment to the last.
    std::int64_t drift() const { return m_lastOffset - m_firstOffset; }

private:
    std::int64_t m_firstTime, m_firstOffset, m_lastTime, m_lastOffset;
};

} // namespace streamscope
