// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>

namespace streamscope {

/// A linear map from one clock to another, from their difference at two moments. Nanoseconds; the moments are times of
/// the source clock.
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
    /// The map to a clock that is `nanoseconds` ahead of the target clock.
    ClockLine ahead(std::int64_t nanoseconds) const
    {
        return {m_firstTime, m_firstOffset + nanoseconds, m_lastTime, m_lastOffset + nanoseconds};
    }
    /// The change of the difference from the first moment to the last.
    std::int64_t drift() const { return m_lastOffset - m_firstOffset; }

private:
    std::int64_t m_firstTime, m_firstOffset, m_lastTime, m_lastOffset;
};

} // namespace streamscope
