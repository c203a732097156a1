// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/raw_run.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The offset between two clocks, from moments in a known order. For each bracket, ours − theirs lies in [before −
/// start, after − end]. Each bracket narrows this interval; its final width is the uncertainty. All values in
/// nanoseconds.
class ClockAlignment
{
public:
    void addBracket(const ClockBracket &bracket);
    void addBrackets(const std::vector<ClockBracket> &brackets);

    bool empty() const { return m_brackets == 0; }
    /// Time on our clock = time on the other clock + offset(): the middle of the interval that all brackets allow.
    std::int64_t offset() const;
    /// Half the width of the interval that the brackets allow, or of their contradiction (one clock jumped or drifted).
    std::int64_t uncertainty() const;
    /// False when no single offset satisfies all brackets.
    bool consistent() const { return m_low <= m_high; }

private:
    std::int64_t m_low = 0;
    std::int64_t m_high = 0;
    int m_brackets = 0;
};

} // namespace streamscope
