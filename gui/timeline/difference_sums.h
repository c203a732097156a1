// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/compared_runs.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// What a comparison found of several operations of one run together. Lengths in nanoseconds of their own runs.
struct DifferenceSum
{
    std::size_t matched = 0, unmatched = 0;
    std::int64_t ofA = 0, ofB = 0; ///< of the matched ones

    std::size_t count() const { return matched + unmatched; }
    std::int64_t longerNs() const { return ofB - ofA; }
    DifferenceSum &operator+=(const DifferenceSum &other);
};

/// Of one operation, a span of `compared.merged`.
DifferenceSum differenceOf(const ComparedRuns &compared, std::uint32_t span);
/// What became of the matched ones together, by the measure for one; where nothing is matched, only in `side`.
Change changeOf(const DifferenceSum &sum, Side side);
/// As for one operation: "▲ +12.3 %", "only in A".
QString changeSign(const DifferenceSum &sum, Side side);

/// Sums over any stretch of a lane's operations without looking at more than thirty: ten bytes for each operation. What
/// they are made of is kept beside each other, for a frame asks for tens of thousands of sums.
class DifferenceSums
{
public:
    DifferenceSums() = default;
    /// @param spans of `compared.merged`, of one side
    DifferenceSums(const ComparedRuns &compared, const std::vector<std::uint32_t> &spans);

    /// Of the operations [first, past) of `spans`, which are those it was made of.
    DifferenceSum of(const ComparedRuns &compared, const std::vector<std::uint32_t> &spans, std::size_t first,
                     std::size_t past) const;

private:
    static constexpr std::size_t step = 16;

    std::vector<ComparedLengths> m_each;
    std::vector<DifferenceSum> m_before; ///< of the first 0, 16, 32 … operations
};

} // namespace streamscope
