// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_clocks.h"

#include "engine/program/medians.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

/// Ends on two GPUs of one host, by one clock, differ by 12 to 14 us in the median; a clock that is farther off is
/// another clock.
constexpr std::int64_t agreementNs = 25'000;

/// False for kinds that a rank may leave before the others are through, as the root of a broadcast.
bool endsTogether(std::string_view collective)
{
    if (collective.find("broadcast") != std::string_view::npos)
        return false;
    for (const std::string_view rooted : {"reduce", "gather", "scatter", "_reduce_oop"})
        if (collective == rooted)
            return false;
    return true;
}

class Aligner
{
public:
    Aligner(const std::vector<RankTrace> &ranks, const std::vector<MatchedCollective> &collectives)
        : m_ranks(ranks), m_collectives(collectives), m_alignments(ranks.size()), m_partsOf(ranks.size()),
          m_shared(ranks.size()), m_done(ranks.size()), m_references(collectives.size())
    {
        for (std::uint32_t i = 0; i < collectives.size(); ++i)
            for (const CollectivePart &part : collectives[i].parts)
                if (endsTogether(of(part).name))
                    m_partsOf[part.rank].push_back({i, part.collective});
    }

    std::vector<RankAlignment> run()
    {
        const auto most = std::ranges::max_element(m_partsOf, {}, &std::vector<Part>::size);
        if (most != m_partsOf.end() && !most->empty())
            accept(static_cast<std::uint32_t>(most - m_partsOf.begin()), RankClock::Own, {});
        for (std::size_t left = m_ranks.size(); left > 1; --left)
            alignNext();
        for (std::uint32_t rank = 0; rank < m_ranks.size(); ++rank)
            if (!m_done[rank]) // nobody has collectives
                m_alignments[rank].fit = fitClock({});
        measureResiduals();
        return std::move(m_alignments);
    }

private:
    struct Part
    {
        std::uint32_t match; ///< in m_collectives
        std::uint32_t own;   ///< in RankTrace::collectives
    };
    /// A collective on the ranks whose clocks are known, by the reference clock.
    struct Reference
    {
        std::int64_t start = 0, end = 0;           ///< on the first of them
        std::optional<std::int64_t> othersStart{}; ///< the last start on the others
        std::int64_t durationNs = 0;               ///< the shortest
    };
    static std::int64_t durationOf(const RankCollective &collective)
    {
        return std::max<std::int64_t>(0, detail::saturatedDifference(collective.end, collective.start));
    }
    const RankCollective &of(const CollectivePart &part) const
    {
        return m_ranks[part.rank].collectives[part.collective];
    }

    std::uint32_t sortOf(const RankCollective &collective)
    {
        return m_sorts.try_emplace({collective.name, collective.bytes}, static_cast<std::uint32_t>(m_sorts.size()))
            .first->second;
    }

    /// The rank that shares the most collectives with those whose clocks are known.
    void alignNext()
    {
        std::uint32_t next = 0;
        while (next < m_done.size() && m_done[next])
            ++next;
        if (next == m_done.size())
            return;
        for (std::uint32_t rank = next; rank < m_ranks.size(); ++rank)
            if (!m_done[rank] && m_shared[rank] > m_shared[next])
                next = rank;
        std::vector<ClockPair> pairs;
        for (const Part &part : m_partsOf[next])
            if (const auto reference = m_references[part.match]) {
                const RankCollective &own = m_ranks[next].collectives[part.own];
                pairs.push_back({own.end, own.start, reference->end, reference->start, reference->othersStart,
                                 std::min(durationOf(own), reference->durationNs), sortOf(own)});
            }
        decide(next, pairs);
    }

    void decide(std::uint32_t rank, const std::vector<ClockPair> &pairs)
    {
        std::vector<std::int64_t> distances;
        for (const ClockPair &pair : pairs)
            distances.push_back(std::llabs(detail::saturatedDifference(pair.own, pair.reference)));
        ClockFit fit = fitClock(pairs);
        if (fit.refusal.empty()) {
            const std::int64_t limit = std::max(agreementNs, 2 * fit.residualNs);
            const auto [first, last] = std::ranges::minmax(pairs, {}, &ClockPair::own);
            const auto correction = [&fit](std::int64_t own) { return std::llabs(own - fit.toReference(own)); };
            const bool agrees = correction(first.own) <= limit && correction(last.own) <= limit;
            accept(rank, agrees ? RankClock::Own : RankClock::Aligned, agrees ? ClockFit() : std::move(fit));
        } else if (!pairs.empty() && upperMedian(distances) <= agreementNs) { // too few for a fit, but they agree
            accept(rank, RankClock::Own, {});
        } else {
            m_alignments[rank].fit = std::move(fit);
            m_done[rank] = true;
        }
    }

    void accept(std::uint32_t rank, RankClock clock, ClockFit fit)
    {
        m_done[rank] = true;
        m_alignments[rank].clock = clock;
        m_alignments[rank].fit = std::move(fit);
        for (const Part &part : m_partsOf[rank]) {
            const RankCollective &own = m_ranks[rank].collectives[part.own];
            if (std::optional<Reference> &reference = m_references[part.match]) {
                const std::int64_t start = m_alignments[rank].time(own.start);
                reference->othersStart = std::max(reference->othersStart.value_or(start), start);
                reference->durationNs = std::min(reference->durationNs, durationOf(own));
                continue;
            }
            m_references[part.match] =
                Reference{m_alignments[rank].time(own.start), m_alignments[rank].time(own.end), {}, durationOf(own)};
            for (const CollectivePart &other : m_collectives[part.match].parts)
                ++m_shared[other.rank];
        }
    }

    void measureResiduals()
    {
        std::vector<std::vector<std::int64_t>> distances(m_ranks.size());
        std::vector<std::pair<std::int64_t, std::uint32_t>> ends; // of one collective
        for (const MatchedCollective &collective : m_collectives) {
            ends.clear();
            for (const CollectivePart &part : collective.parts)
                if (m_alignments[part.rank].isKnown() && endsTogether(of(part).name))
                    ends.emplace_back(m_alignments[part.rank].time(of(part).end), part.rank);
            if (ends.size() < 2)
                continue;
            std::ranges::sort(ends);
            for (std::size_t i = 0; i < ends.size(); ++i) { // the median of the others
                const std::size_t middle = (ends.size() - 1) / 2;
                const std::int64_t others = ends[middle + (i <= middle ? 1 : 0)].first;
                distances[ends[i].second].push_back(std::llabs(detail::saturatedDifference(ends[i].first, others)));
            }
        }
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank)
            if (!distances[rank].empty())
                m_alignments[rank].residualNs = upperMedian(distances[rank]);
    }

    const std::vector<RankTrace> &m_ranks;
    const std::vector<MatchedCollective> &m_collectives;
    std::vector<RankAlignment> m_alignments;
    std::vector<std::vector<Part>> m_partsOf; ///< of collectives that end together
    std::vector<std::uint64_t> m_shared;      ///< collectives with a reference end, by rank
    std::vector<bool> m_done;
    std::vector<std::optional<Reference>> m_references;                     ///< of m_collectives
    std::map<std::pair<std::string, std::uint64_t>, std::uint32_t> m_sorts; ///< numbers of kinds and sizes
};

} // namespace

std::vector<RankAlignment> alignClocks(const std::vector<RankTrace> &ranks,
                                       const std::vector<MatchedCollective> &collectives)
{
    return Aligner(ranks, collectives).run();
}

} // namespace streamscope
