// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/late_work.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace streamscope {

namespace {

constexpr std::uint32_t idle = 0; ///< the number of no name

/// One number for each name of all ranks, from 1.
class Names
{
public:
    explicit Names(const std::vector<RankTrace> &traces)
    {
        for (const RankTrace &trace : traces) {
            std::vector<std::uint32_t> &numbers = m_numbers.emplace_back();
            for (const std::string &name : trace.names) {
                const auto [known, isNew] = m_known.try_emplace(name, static_cast<std::uint32_t>(m_names.size()) + 1);
                if (isNew)
                    m_names.push_back(name);
                numbers.push_back(known->second);
            }
        }
    }

    std::uint32_t number(std::size_t rank, std::uint32_t name) const { return m_numbers[rank][name]; }
    std::string text(std::uint32_t number) const
    {
        return number == idle ? std::string() : std::string(m_names[number - 1]);
    }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_known;
    std::vector<std::string_view> m_names;
    std::vector<std::vector<std::uint32_t>> m_numbers; ///< by rank and RankTrace::names
};

class Blame
{
public:
    Blame(const std::vector<RankTrace> &traces, const RankJob &job) : m_traces(traces), m_job(job), m_names(traces) {}

    void add(const MatchedCollective &matched)
    {
        const CollectivePart *last = lastOf(matched);
        if (!last)
            return;
        const RankCollective &own = of(*last);
        addExcess(matched, *last, idle, own.idleBeforeNs);
        for (const RankWork &work : own.before)
            addExcess(matched, *last, m_names.number(last->rank, work.name), work.ns);
    }

    std::optional<LateWork> mostOf(std::uint32_t rank) const
    {
        const auto known = m_excess.find(rank);
        if (known == m_excess.end() || known->second.empty())
            return std::nullopt;
        const auto most = std::ranges::max_element(known->second, {}, [](const auto &one) { return one.second; });
        if (most->second <= 0)
            return std::nullopt;
        return LateWork{m_names.text(most->first), most->second};
    }

private:
    const RankCollective &of(const CollectivePart &part) const
    {
        return m_traces[part.rank].collectives[part.collective];
    }
    const RankAlignment &clockOf(const CollectivePart &part) const { return m_job.ranks[part.rank].alignment; }

    /// The part that starts last; null with fewer than two known clocks.
    const CollectivePart *lastOf(const MatchedCollective &matched) const
    {
        const CollectivePart *last = nullptr;
        std::size_t known = 0;
        for (const CollectivePart &part : matched.parts) {
            if (!clockOf(part).isKnown())
                continue;
            ++known;
            if (!last || clockOf(part).time(of(part).start) > clockOf(*last).time(of(*last).start))
                last = &part;
        }
        return known < 2 ? nullptr : last;
    }

    std::int64_t timeOf(const CollectivePart &part, std::uint32_t number) const
    {
        if (number == idle)
            return of(part).idleBeforeNs;
        for (const RankWork &work : of(part).before)
            if (m_names.number(part.rank, work.name) == number)
                return work.ns;
        return 0;
    }

    void addExcess(const MatchedCollective &matched, const CollectivePart &last, std::uint32_t number, std::int64_t ns)
    {
        m_others.clear();
        for (const CollectivePart &part : matched.parts)
            if (part.rank != last.rank && clockOf(part).isKnown())
                m_others.push_back(timeOf(part, number));
        m_excess[last.rank][number] += ns - upperMedian(m_others);
    }

    const std::vector<RankTrace> &m_traces;
    const RankJob &m_job;
    Names m_names;
    std::map<std::uint32_t, std::map<std::uint32_t, std::int64_t>> m_excess; ///< by rank and number, nanoseconds
    std::vector<std::int64_t> m_others;
};

} // namespace

void addLateWork(const std::vector<RankTrace> &traces, const std::vector<MatchedCollective> &matched, RankJob &job)
{
    Blame blame(traces, job);
    for (const MatchedCollective &one : matched)
        blame.add(one);
    for (std::uint32_t rank = 0; rank < job.ranks.size(); ++rank)
        job.ranks[rank].late = blame.mostOf(rank);
}

} // namespace streamscope
