// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/interval_pyramid.h"

namespace streamscope {

void IntervalPyramid::addLevels()
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
