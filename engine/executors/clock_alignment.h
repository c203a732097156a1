// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/raw_run.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// How to turn the times of one clock into those of another, learnt from moments that must lie in a known order: from
/// each bracket ours − theirs lies in [before − start, after − end]. Each narrows the difference down; what remains is
/// the uncertainty. Nanoseconds throughout.
class ClockAlignment
{
public:
    void addBracket(const ClockBracket &bracket);
    void addBrackets(const std::vector<ClockBracket> &brackets);

    bool empty() const { return m_brackets == 0; }
    /// Add this to a time of the other clock to get ours: the middle of what all brackets allow.
    std::int64_t offset() const;
    /// Half the width of what the brackets allow, or of their contradiction (a jump or drift of one of the clocks).
    std::int64_t uncertainty() const;
    /// False when no single difference satisfies all brackets.
    bool consistent() const { return m_low <= m_high; }

private:
    std::int64_t m_low = 0;
    std::int64_t m_high = 0;
    int m_brackets = 0;
};

} // namespace streamscope
