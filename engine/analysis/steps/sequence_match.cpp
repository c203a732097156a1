// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/steps/sequence_match.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::ptrdiff_t mostDifferences = 2'000;

/// How far each diagonal (place in a − place in b) reaches in `a` after so many differences. Diagonals of one parity
/// take turns, so one list holds two turns.
class Reach
{
public:
    explicit Reach(std::ptrdiff_t most) : m_middle(most + 1), m_places(static_cast<std::size_t>(2 * most + 3), -1)
    {
        at(1) = 0;
    }
    std::ptrdiff_t &at(std::ptrdiff_t diagonal) { return m_places[static_cast<std::size_t>(m_middle + diagonal)]; }
    /// Whether the path to `diagonal` comes by an element of `b` alone, and not by one of `a`.
    bool comesDown(std::ptrdiff_t diagonal, std::ptrdiff_t differences)
    {
        return diagonal == -differences || (diagonal != differences && at(diagonal - 1) < at(diagonal + 1));
    }

private:
    std::ptrdiff_t m_middle;
    std::vector<std::ptrdiff_t> m_places;
};

/// Where on a diagonal a turn began, before equal elements, and how it came there.
struct Turn
{
    std::int32_t begin = 0; ///< in `a`
    bool comesDown = false;
};

} // namespace

std::vector<std::pair<std::size_t, std::size_t>> matchSequences(const std::vector<std::uint64_t> &a,
                                                                const std::vector<std::uint64_t> &b)
{
    const auto lengthA = static_cast<std::ptrdiff_t>(a.size()), lengthB = static_cast<std::ptrdiff_t>(b.size());
    const std::ptrdiff_t most = std::min(lengthA + lengthB, mostDifferences);
    const auto equal = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
        return a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)];
    };
    Reach reach(most);
    std::vector<std::vector<Turn>> turns; // by differences and diagonal
    bool reached = false;
    for (std::ptrdiff_t differences = 0; differences <= most && !reached; ++differences) {
        std::vector<Turn> &made = turns.emplace_back();
        for (std::ptrdiff_t diagonal = -differences; diagonal <= differences && !reached; diagonal += 2) {
            const bool comesDown = reach.comesDown(diagonal, differences);
            std::ptrdiff_t x = comesDown ? reach.at(diagonal + 1) : reach.at(diagonal - 1) + 1;
            made.push_back({static_cast<std::int32_t>(x), comesDown});
            for (; x < lengthA && x - diagonal < lengthB && equal(x, x - diagonal); ++x)
                ;
            reach.at(diagonal) = x;
            reached = diagonal == lengthA - lengthB && x >= lengthA;
        }
    }
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    if (!reached)
        return pairs;
    std::ptrdiff_t x = lengthA, y = lengthB;
    for (auto differences = static_cast<std::ptrdiff_t>(turns.size()) - 1; differences >= 0; --differences) {
        const Turn &turn =
            turns[static_cast<std::size_t>(differences)][static_cast<std::size_t>((x - y + differences) / 2)];
        while (x > turn.begin)
            pairs.emplace_back(static_cast<std::size_t>(--x), static_cast<std::size_t>(--y));
        --(turn.comesDown ? y : x);
    }
    std::ranges::reverse(pairs);
    return pairs;
}

} // namespace streamscope
