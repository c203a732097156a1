// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/job_collectives.h"

#include "engine/timeline/saturating.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

using Starts = std::vector<std::pair<std::uint32_t, std::int64_t>>; ///< rank, start by the reference clock

/// With the ranks whose clocks are known; fewer than two make none.
JobCollective jobCollective(const MatchedCollective &matched, const std::vector<RankTrace> &traces, const RankJob &job,
                            Starts &starts)
{
    JobCollective made;
    made.firstStart = made.transferNs = std::numeric_limits<std::int64_t>::max();
    made.lastStart = made.lastEnd = std::numeric_limits<std::int64_t>::min();
    starts.clear();
    for (const CollectivePart &part : matched.parts) {
        const RankAlignment &alignment = job.ranks[part.rank].alignment;
        if (!alignment.isKnown())
            continue;
        const RankCollective &own = traces[part.rank].collectives[part.collective];
        const std::int64_t start = alignment.time(own.start), end = alignment.time(own.end);
        if (starts.empty()) {
            made.name = own.name;
            made.communicator = own.communicator;
        }
        made.bytes = std::max(made.bytes, own.bytes);
        made.members = std::max(made.members, static_cast<std::uint32_t>(std::max(own.members, 0)));
        if (start > made.lastStart)
            made.last = part.rank;
        if (start < made.firstStart)
            made.first = part.rank;
        made.firstStart = std::min(made.firstStart, start);
        made.lastStart = std::max(made.lastStart, start);
        made.lastEnd = std::max(made.lastEnd, end);
        made.transferNs = std::min(made.transferNs, detail::saturatedDifference(end, start));
        starts.emplace_back(part.rank, start);
    }
    made.ranks = static_cast<std::uint32_t>(starts.size());
    made.members = made.members == 0 ? made.ranks : made.members;
    return made;
}

/// The steps in which the times of a rank lie. Neighbours in a list of collectives mostly lie in the same step.
class StepFinder
{
public:
    explicit StepFinder(std::vector<RankStepFigures> &steps) : m_steps(steps) {}

    /// Null: in none.
    RankStepFigures *at(std::int64_t time)
    {
        for (std::size_t tried = 0; tried < m_steps.size(); ++tried) {
            RankStepFigures &step = m_steps[m_last];
            if (step.isKnown && step.begin <= time && time < step.end)
                return &step;
            m_last = (m_last + 1) % m_steps.size();
        }
        return nullptr;
    }

private:
    std::vector<RankStepFigures> &m_steps;
    std::size_t m_last = 0;
};

} // namespace

void addCollectives(const std::vector<RankTrace> &traces, const std::vector<MatchedCollective> &matched, RankJob &job)
{
    Starts starts;
    std::vector<StepFinder> steps;
    for (RankFigures &rank : job.ranks)
        steps.emplace_back(rank.steps);
    for (const MatchedCollective &one : matched) {
        JobCollective collective = jobCollective(one, traces, job, starts);
        if (collective.ranks < 2)
            continue;
        ++job.collectives;
        addTime(job.transferNs, collective.transferNs);
        ++job.ranks[collective.last].startsLast;
        for (const auto &[rank, start] : starts) {
            const std::int64_t wait = detail::saturatedDifference(collective.lastStart, start);
            addTime(collective.waitNs, wait);
            ++job.ranks[rank].collectives;
            addTime(job.ranks[rank].waitNs, wait);
            if (RankStepFigures *step = steps[rank].at(start))
                addTime(step->waitNs, wait);
        }
        addTime(job.ranks[collective.last].othersWaitNs, collective.waitNs);
        job.list.push_back(std::move(collective));
    }
    std::ranges::stable_sort(job.list, {}, &JobCollective::lastStart);
}

std::optional<double> algorithmBandwidth(const JobCollective &collective)
{
    if (collective.bytes == 0 || collective.transferNs <= 0)
        return std::nullopt;
    return static_cast<double>(collective.bytes) / static_cast<double>(collective.transferNs);
}

std::optional<double> busBandwidth(const JobCollective &collective)
{
    const std::optional<double> bandwidth = algorithmBandwidth(collective);
    if (!bandwidth || collective.members < 2)
        return std::nullopt;
    const std::string_view name = collective.name;
    const auto has = [name](const char *word) { return name.find(word) != std::string_view::npos; };
    const double others = (collective.members - 1.0) / collective.members;
    if (has("allreduce"))
        return *bandwidth * 2 * others;
    const bool isSpread = has("allgather") || has("all_gather") || has("reduce_scatter") || has("reducescatter")
                          || has("all_to_all") || has("alltoall");
    return isSpread ? *bandwidth * others : *bandwidth;
}

} // namespace streamscope
