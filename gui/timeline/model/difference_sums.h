// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// The change of several operations of one run together. Lengths in nanoseconds of their own runs.
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
/// The change of all matched operations together, by the measure for one operation; "only in `side`" without matched
/// ones.
LengthChange changeOf(const DifferenceSum &sum, Side side);
/// As for one operation: "▲ +12.3 %", "only in baseline".
QString changeSign(const DifferenceSum &sum, Side side);

/// Sums over any range of a lane's operations that read at most thirty operations. Takes ten bytes per operation; the
/// lengths are kept contiguous, because a frame asks for tens of thousands of sums.
class DifferenceSums
{
public:
    DifferenceSums() = default;
    /// @param spans of `compared.merged`, of one side
    DifferenceSums(const ComparedRuns &compared, const std::vector<std::uint32_t> &spans);

    /// The sum of operations [first, past) of `spans`, which must be the spans of the constructor.
    DifferenceSum of(const ComparedRuns &compared, const std::vector<std::uint32_t> &spans, std::size_t first,
                     std::size_t past) const;

private:
    static constexpr std::size_t step = 16;

    std::vector<ComparedLengths> m_each;
    std::vector<DifferenceSum> m_before; ///< of the first 0, 16, 32 … operations
};

} // namespace streamscope
