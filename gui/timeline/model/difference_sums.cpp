// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/difference_sums.h"

#include "gui/timeline/model/compared_text.h"

#include <algorithm>

namespace streamscope {

namespace {

DifferenceSum differenceOf(const ComparedRuns &compared, const ComparedLengths &lengths, std::uint32_t span)
{
    if (lengths.a == ComparedLengths::unmatched)
        return {0, 1, 0, 0};
    if (lengths.a != ComparedLengths::tooLong)
        return {1, 0, lengths.a, lengths.b};
    const ComparedOperation &operation = compared.operation(span);
    return {1, 0, operation.durationA, operation.durationB};
}

} // namespace

DifferenceSum differenceOf(const ComparedRuns &compared, std::uint32_t span)
{
    return differenceOf(compared, compared.lengths(span), span);
}

DifferenceSum &DifferenceSum::operator+=(const DifferenceSum &other)
{
    matched += other.matched;
    unmatched += other.unmatched;
    ofA += other.ofA;
    ofB += other.ofB;
    return *this;
}

LengthChange changeOf(const DifferenceSum &sum, Side side)
{
    if (sum.matched == 0 && sum.unmatched > 0)
        return side == Side::A ? LengthChange::OnlyA : LengthChange::OnlyB;
    return changeOf(sum.ofA, sum.ofB);
}

QString changeSign(const DifferenceSum &sum, Side side)
{
    return changeSign(changeOf(sum, side), sum.ofA, sum.ofB);
}

DifferenceSums::DifferenceSums(const ComparedRuns &compared, const std::vector<std::uint32_t> &spans)
{
    m_each.reserve(spans.size());
    m_before.reserve(spans.size() / step + 1);
    DifferenceSum sum;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        if (i % step == 0)
            m_before.push_back(sum);
        m_each.push_back(compared.lengths(spans[i]));
        sum += differenceOf(compared, m_each.back(), spans[i]);
    }
}

DifferenceSum DifferenceSums::of(const ComparedRuns &compared, const std::vector<std::uint32_t> &spans,
                                 std::size_t first, std::size_t past) const
{
    DifferenceSum sum;
    std::size_t i = first;
    const auto addUntil = [&](std::size_t end) {
        for (; i < end; ++i)
            sum += differenceOf(compared, m_each[i], spans[i]);
    };
    addUntil(std::min(past, (first + step - 1) / step * step));
    if (const std::size_t last = past / step; i < past && last > i / step) {
        const DifferenceSum &from = m_before[i / step];
        // A whole last stretch has no sum behind it.
        const std::size_t to = std::min(last, m_before.size() - 1);
        sum += {m_before[to].matched - from.matched, m_before[to].unmatched - from.unmatched,
                m_before[to].ofA - from.ofA, m_before[to].ofB - from.ofB};
        i = to * step;
    }
    addUntil(past);
    return sum;
}

} // namespace streamscope
