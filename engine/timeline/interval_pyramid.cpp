// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/interval_pyramid.h"

namespace streamscope {

TagMix TagMix::limited() const
{
    std::uint32_t total = 0;
    for (std::size_t k = 0; k < TagClasses::most; ++k)
        total += of(k);
    if (total <= whole)
        return *this;
    TagMix mix;
    for (std::size_t k = 0; k < TagClasses::most; ++k)
        mix += single(k, static_cast<std::uint32_t>(std::uint64_t{of(k)} * whole / total));
    return mix;
}

/// Rounded; what the first classes have too much is taken from the largest of them.
std::uint32_t TagShares::packed(const Sums &sums)
{
    constexpr std::size_t known = TagClasses::most - 1;
    std::int64_t total = 0;
    for (const std::int64_t sum : sums)
        total += sum;
    if (total <= 0)
        return 0;
    std::array<std::uint32_t, known> shares{};
    std::uint32_t all = 0;
    const double partsPerNs = parts / static_cast<double>(total);
    for (std::size_t k = 0; k < known; ++k) {
        shares[k] = static_cast<std::uint32_t>(static_cast<double>(sums[k]) * partsPerNs + 0.5);
        all += shares[k];
    }
    const bool hasRest = sums[known] > 0;
    while (all > parts || (!hasRest && all < parts)) { // rounding must not make a rest
        std::uint32_t &largest = *std::max_element(shares.begin(), shares.end());
        largest = all > parts ? largest - 1 : largest + 1;
        all = all > parts ? all - 1 : all + 1;
    }
    std::uint32_t packed = 0;
    for (std::size_t k = 0; k < known; ++k)
        packed |= shares[k] << (4 * k);
    return packed;
}

void IntervalPyramid::addLevels(std::vector<TagShares::Sums> sums)
{
    // The last one of each level only closes it.
    while (m_levels.back().size() - 1 > fanOut) {
        const std::vector<Group> &below = m_levels.back();
        const std::size_t count = below.size() - 1;
        std::vector<Group> level;
        level.reserve((count + fanOut - 1) / fanOut + 1);
        for (std::size_t first = 0; first < count; first += fanOut) {
            const std::size_t past = std::min(count, first + fanOut);
            Group group = below[first];
            for (std::size_t i = first + 1; i < past; ++i) {
                if (below[i].longestNs > group.longestNs) {
                    group.longestNs = below[i].longestNs;
                    group.longest = below[i].longest;
                    group.tag = below[i].tag;
                }
            }
            if (!sums.empty()) { // of this level in the front of the list, which the level below no longer needs
                TagShares::Sums sum = sums[first];
                for (std::size_t i = first + 1; i < past; ++i)
                    for (std::size_t k = 0; k < sum.size(); ++k)
                        sum[k] += sums[i][k];
                sums[first / fanOut] = sum;
                group.tag %= TagClasses::tags;
                setShares(group, sum);
            }
            const Group &last = below[past - 1];
            group.reach = last.reach == far ? far : limited(last.start - group.start + last.reach);
            level.push_back(group);
        }
        level.push_back(below.back());
        m_levels.push_back(std::move(level));
    }
}

std::size_t IntervalPyramid::memoryBytes() const
{
    std::size_t bytes = (m_offsets.capacity() + m_lengths.capacity()) * sizeof(std::uint32_t);
    for (const std::vector<Group> &level : m_levels)
        bytes += level.capacity() * sizeof(Group);
    return bytes;
}

} // namespace streamscope
