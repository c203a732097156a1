// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/tag_mix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace streamscope {

/// The level-of-detail index of one row of a picture: intervals that do not overlap, in order of start. Groups of
/// neighbours, groups of groups and so on hold the figures for thousands of intervals in one pixel, so a picture need
/// not visit each interval. The index takes 2.7 bytes per interval, and 8 more where it keeps starts and lengths. The
/// shares of classes cost nothing more: they lie in bits that tags leave free.
///
/// The intervals themselves stay in a `Source`, which gives them by their position in the row: begin(i) and end(i) in
/// nanoseconds with begin(i) ≤ end(i) ≤ begin(i + 1), id(i), and tag(i), a number that the caller chooses (a kind, a
/// kernel).
class IntervalPyramid
{
public:
    static constexpr std::size_t leafSize = 16; ///< intervals in a group of level 0
    static constexpr std::size_t fanOut = 4;    ///< groups of one level in a group of the next

    /// Figures of neighbouring intervals.
    struct Group
    {
        std::int64_t start = 0;      ///< of the first interval
        std::int64_t busyBefore = 0; ///< sum of the durations of all intervals before the group
        std::uint32_t reach = 0;     ///< from `start` to the start of the last interval, nanoseconds; at most `far`
        std::uint32_t longestNs = 0; ///< the longest duration; at most `far`
        std::uint32_t longest = 0;   ///< id of that interval; the first one among equals
        std::uint32_t tag = 0;       ///< of that interval, see tagOf(); with classes also the shares of the group
    };
    /// Stands for this and everything longer: 4.3 seconds.
    static constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();

    IntervalPyramid() = default;
    /// Reads intervals [0, count) once. `keep`: also keep each interval's start, length and tag (below 32), for sources
    /// that are slow to read.
    /// @param classes of the tags, with `keep`: each group also keeps how its time is divided among them, in fifteenths
    template <typename Source>
    IntervalPyramid(const Source &source, std::size_t count, bool keep, const TagClasses &classes = {});

    std::size_t size() const { return m_size; }
    std::size_t levels() const { return m_levels.size(); }
    /// The number of intervals in a full group of `level`.
    static std::size_t groupSize(std::size_t level) { return leafSize << (2 * level); }
    const Group &group(std::size_t level, std::size_t index) const { return m_levels[level][index]; }
    /// The sum of the durations in a group.
    std::int64_t busy(std::size_t level, std::size_t index) const
    {
        return m_levels[level][index + 1].busyBefore - m_levels[level][index].busyBefore;
    }

    const TagClasses &classes() const { return m_classes; }
    /// The tag of the group's longest interval.
    std::uint32_t tagOf(const Group &group) const
    {
        return m_classes.isMixed() ? group.tag % TagClasses::tags : group.tag;
    }
    /// How the time of a group is divided among the classes, see TagShares; only where they are mixed.
    static std::uint32_t sharesOf(const Group &group) { return group.tag >> sharesShift; }

    template <typename Source>
    std::int64_t start(const Source &source, std::size_t i) const
    {
        if (m_offsets.empty() || m_offsets[i] == far)
            return source.begin(i);
        return m_levels[0][i / leafSize].start + m_offsets[i];
    }

    static constexpr unsigned tagBits = 5;
    /// The kept starts and lengths of the leafSize intervals of a group of level 0, for loops over plain numbers.
    /// Entries behind the last interval are undefined.
    struct KeptLeaf
    {
        const std::uint32_t *offsets; ///< from the start of the group; `far`: ask the source
        const std::uint32_t *lengths; ///< with the tag in the lowest tagBits; `far`: ask the source
    };
    bool isKept() const { return !m_offsets.empty(); }
    /// Only where isKept().
    KeptLeaf keptLeaf(std::size_t index) const
    {
        return {m_offsets.data() + index * leafSize, m_lengths.data() + index * leafSize};
    }

    /// One interval, from the kept numbers where they suffice.
    struct Single
    {
        std::int64_t lengthNs;
        std::uint32_t tag;
    };

    /// Reads the intervals of one group of level 0, by their positions in the row. For loops over many intervals:
    /// values common to the group are looked up once.
    template <typename Source>
    class Leaf
    {
    public:
        Leaf(const IntervalPyramid &forest, const Source &source, std::size_t index)
            : m_source(source), m_start(forest.m_levels[0][index].start),
              m_offsets(forest.m_offsets.empty() ? nullptr : forest.m_offsets.data()),
              m_lengths(forest.m_lengths.empty() ? nullptr : forest.m_lengths.data())
        {}

        std::int64_t start(std::size_t i) const
        {
            return m_offsets && m_offsets[i] != far ? m_start + m_offsets[i] : m_source.begin(i);
        }
        Single single(std::size_t i) const
        {
            if (!m_lengths || m_lengths[i] == far)
                return {m_source.end(i) - m_source.begin(i), m_source.tag(i)};
            return {m_lengths[i] >> tagBits, m_lengths[i] & ((1U << tagBits) - 1)};
        }

    private:
        const Source &m_source;
        std::int64_t m_start;
        const std::uint32_t *m_offsets, *m_lengths; ///< null when not kept
    };

    /// The first interval that starts at or after `time`; size() when there is none.
    template <typename Source>
    std::size_t firstStartingAt(const Source &source, std::int64_t time) const;

    /// The sum of the durations of the intervals [0, i), i ≤ size().
    template <typename Source>
    std::int64_t busyBefore(const Source &source, std::size_t i) const;

    /// The longest of the intervals [first, past), a non-empty range; the first one among equals. Only for sources with
    /// id(i) = i.
    template <typename Source>
    std::size_t longest(const Source &source, std::size_t first, std::size_t past) const;

    std::size_t memoryBytes() const;

private:
    static std::uint32_t limited(std::int64_t ns)
    {
        return static_cast<std::uint32_t>(std::min<std::int64_t>(ns, far));
    }
    static constexpr unsigned sharesShift = 8;
    void setShares(Group &group, const TagShares::Sums &sums) const
    {
        group.tag |= TagShares::packed(sums) << sharesShift;
    }
    /// @param sums of the time by class of each group of level 0; empty without classes
    void addLevels(std::vector<TagShares::Sums> sums);

    std::size_t m_size = 0;
    TagClasses m_classes;
    std::vector<std::uint32_t> m_offsets; ///< from the start of the group of level 0; `far`: ask the source
    std::vector<std::uint32_t> m_lengths; ///< with the tag in the lowest bits; `far`: ask the source
    /// Each level has one extra group at the end: its busyBefore is the sum of all durations.
    std::vector<std::vector<Group>> m_levels;
};

template <typename Source>
IntervalPyramid::IntervalPyramid(const Source &source, std::size_t count, bool keep, const TagClasses &classes)
    : m_size(count), m_classes(keep ? classes : TagClasses())
{
    if (count == 0)
        return;
    std::vector<Group> &leaves = m_levels.emplace_back();
    leaves.reserve((count + leafSize - 1) / leafSize + 1);
    if (keep) {
        const std::size_t whole = (count + leafSize - 1) / leafSize * leafSize; // see KeptLeaf
        m_offsets.resize(whole, far);
        m_lengths.resize(whole);
    }
    std::vector<TagShares::Sums> sums;
    if (m_classes.isMixed())
        sums.resize((count + leafSize - 1) / leafSize);
    std::int64_t busy = 0;
    for (std::size_t first = 0; first < count; first += leafSize) {
        const std::size_t past = std::min(count, first + leafSize);
        Group group{source.begin(first), busy, 0, 0, 0, 0};
        std::int64_t longest = -1;
        std::size_t longestAt = first;
        for (std::size_t i = first; i < past; ++i) {
            const std::int64_t start = source.begin(i);
            const std::int64_t length = source.end(i) - start;
            busy += length;
            group.reach = limited(start - group.start);
            if (keep) {
                const std::uint32_t tag = source.tag(i);
                const bool fits = length < (std::int64_t{1} << (32 - tagBits)) - 1 && tag < (1U << tagBits);
                m_offsets[i] = group.reach;
                m_lengths[i] = fits ? static_cast<std::uint32_t>(length) << tagBits | tag : far;
                if (!sums.empty())
                    sums[first / leafSize][m_classes.of[tag % TagClasses::tags]] += length;
            }
            if (length > longest) {
                longest = length;
                longestAt = i;
            }
        }
        group.longestNs = limited(longest);
        group.longest = source.id(longestAt);
        group.tag = source.tag(longestAt);
        if (!sums.empty())
            setShares(group, sums[first / leafSize]);
        leaves.push_back(group);
    }
    leaves.push_back({0, busy, 0, 0, 0, 0});
    addLevels(std::move(sums));
}

template <typename Source>
std::size_t IntervalPyramid::firstStartingAt(const Source &source, std::int64_t time) const
{
    if (m_size == 0)
        return 0;
    // On each level, find the last group that starts before `time`; it leaves few groups to search on the level below.
    std::size_t low = 0, high = m_levels.back().size() - 1;
    for (std::size_t level = m_levels.size(); level-- > 0;) {
        const std::vector<Group> &groups = m_levels[level];
        high = std::min(high, groups.size() - 1);
        const auto found = std::partition_point(groups.begin() + static_cast<std::ptrdiff_t>(low),
                                                groups.begin() + static_cast<std::ptrdiff_t>(high),
                                                [time](const Group &group) { return group.start < time; });
        const auto before = static_cast<std::size_t>(found - groups.begin());
        if (before == low)
            return level == 0 ? low * leafSize : low * groupSize(level);
        low = (before - 1) * (level > 0 ? fanOut : leafSize);
        high = before * (level > 0 ? fanOut : leafSize);
    }
    high = std::min(high, m_size);
    while (low < high && start(source, low) < time)
        ++low;
    return low;
}

template <typename Source>
std::int64_t IntervalPyramid::busyBefore(const Source &source, std::size_t i) const
{
    if (m_size == 0)
        return 0;
    std::int64_t busy = m_levels[0][i / leafSize].busyBefore;
    if (i == m_size)
        return m_levels[0].back().busyBefore;
    for (std::size_t k = i / leafSize * leafSize; k < i; ++k)
        busy += source.end(k) - source.begin(k);
    return busy;
}

template <typename Source>
std::size_t IntervalPyramid::longest(const Source &source, std::size_t first, std::size_t past) const
{
    std::size_t best = first;
    std::int64_t bestNs = -1;
    const auto take = [&](std::size_t i) {
        const std::int64_t length = source.end(i) - source.begin(i);
        if (length > bestNs || (length == bestNs && i < best)) {
            best = i;
            bestNs = length;
        }
    };
    for (; first < past && first % leafSize != 0; ++first)
        take(first);
    for (; past > first && past % leafSize != 0; --past)
        take(past - 1);
    first /= leafSize;
    past /= leafSize;
    for (std::size_t level = 0; first < past; ++level) {
        const bool goesUp = level + 1 < m_levels.size();
        for (; first < past && (!goesUp || first % fanOut != 0); ++first)
            take(m_levels[level][first].longest);
        for (; past > first && past % fanOut != 0; --past)
            take(m_levels[level][past - 1].longest);
        first /= fanOut;
        past /= fanOut;
    }
    return best;
}

} // namespace streamscope
