// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_work.h"

#include "engine/analysis/communication.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t mostNames = 3; ///< RankCollective::before

/// The time before one collective in which no other collective of the rank ran.
struct Gap
{
    std::int64_t begin = 0, end = 0; ///< in the Timeline's times
};

std::vector<Gap> gapsBefore(const RankTrace &rank, const Timeline &timeline, std::int64_t zero)
{
    std::vector<Gap> gaps;
    std::int64_t free = timeline.empty() ? 0 : *std::ranges::min_element(timeline.starts());
    for (const RankCollective &collective : rank.collectives) {
        const std::int64_t start = detail::saturatedDifference(collective.start, zero);
        gaps.push_back({std::min(free, start), start});
        free = std::max(free, detail::saturatedDifference(collective.end, zero));
    }
    return gaps;
}

/// The parts of operations in the gaps, by gap and name.
class WorkByGap
{
public:
    explicit WorkByGap(const std::vector<Gap> &gaps) : m_gaps(gaps), m_sums(gaps.size()) {}

    /// The gaps neither overlap nor go back, so those that an operation touches are neighbours.
    void add(std::uint32_t name, std::int64_t begin, std::int64_t end)
    {
        for (auto gap = std::ranges::upper_bound(m_gaps, begin, {}, &Gap::end); gap != m_gaps.end() && gap->begin < end;
             ++gap)
            if (const std::int64_t ns = std::min(end, gap->end) - std::max(begin, gap->begin); ns > 0)
                addTime(m_sums[static_cast<std::size_t>(gap - m_gaps.begin())][name], ns);
    }

    std::vector<RankWork> longest(std::size_t gap) const
    {
        std::vector<RankWork> list;
        for (const auto &[name, ns] : m_sums[gap])
            list.push_back({name, ns});
        std::ranges::sort(
            list, [](const RankWork &a, const RankWork &b) { return a.ns != b.ns ? a.ns > b.ns : a.name < b.name; });
        list.resize(std::min(list.size(), mostNames));
        return list;
    }

private:
    const std::vector<Gap> &m_gaps;
    std::vector<std::unordered_map<std::uint32_t, std::int64_t>> m_sums;
};

bool isWork(OperationKind kind)
{
    return kind == OperationKind::Kernel || kind == OperationKind::Memset || isCopy(kind);
}

} // namespace

void addWorkBefore(RankTrace &rank, const Timeline &timeline, const RankUse &use, std::int64_t zero)
{
    const std::vector<Gap> gaps = gapsBefore(rank, timeline, zero);
    const std::vector<bool> names = communicationNames(timeline);
    WorkByGap work(gaps);
    const Timeline::Ends ends = timeline.ends();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (isWork(timeline.kinds()[i]) && !timeline.isMigration(i) && !communicates(timeline, i, names))
            work.add(timeline.nameIndices()[i], timeline.starts()[i], ends[i]);
    }
    std::unordered_map<std::uint32_t, std::uint32_t> places; // of names in RankTrace::names
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        rank.collectives[i].idleBeforeNs = use.timesIn(gaps[i].begin, gaps[i].end).idleNs;
        rank.collectives[i].before = work.longest(i);
        for (RankWork &one : rank.collectives[i].before) {
            const auto [known, isNew] = places.try_emplace(one.name, static_cast<std::uint32_t>(rank.names.size()));
            if (isNew)
                rank.names.push_back(timeline.name(one.name));
            one.name = known->second;
        }
    }
}

} // namespace streamscope
