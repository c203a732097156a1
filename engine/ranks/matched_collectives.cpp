// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/matched_collectives.h"

#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

using Positions = std::vector<std::uint32_t>;          ///< in RankTrace::collectives, of one communicator
using Members = std::map<std::uint32_t, Positions>;    ///< by index of the rank
using Number = std::pair<std::int64_t, std::uint32_t>; ///< sequence or position, and which one of that number

std::map<std::string_view, Members> communicators(const std::vector<RankTrace> &ranks)
{
    std::map<std::string_view, Members> all;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank)
        for (std::uint32_t i = 0; i < ranks[rank].collectives.size(); ++i)
            all[ranks[rank].collectives[i].communicator][rank].push_back(i);
    return all;
}

bool haveSequences(const std::vector<RankTrace> &ranks, const Members &members)
{
    return std::ranges::all_of(members, [&](const auto &member) {
        return std::ranges::all_of(member.second,
                                   [&](std::uint32_t i) { return ranks[member.first].collectives[i].sequence >= 0; });
    });
}

bool isSameKind(const RankCollective &a, const RankCollective &b)
{
    // Other kinds may have another size on each rank.
    return a.name == b.name && (a.name != "allreduce" || a.bytes == 0 || b.bytes == 0 || a.bytes == b.bytes);
}

std::string nameOf(std::string_view communicator)
{
    return communicator.empty()
               ? std::string(QT_TRANSLATE_NOOP("engine", "one communicator (the files do not name it)"))
               : Phrase("engine", "communicator '%1'").arg(std::string(communicator));
}

class Matcher
{
public:
    Matcher(const std::vector<RankTrace> &ranks, MatchedCollectives &result) : m_ranks(ranks), m_result(result) {}

    void match(std::string_view communicator, const Members &members)
    {
        if (members.size() < 2)
            return;
        const bool sequences = haveSequences(m_ranks, members);
        std::map<Number, MatchedCollective> slots;
        for (const auto &[rank, positions] : members)
            place(rank, positions, sequences, slots);
        std::map<std::uint32_t, std::uint64_t> others; // of another kind, by rank
        std::uint64_t alone = 0;
        for (auto &[number, slot] : slots) {
            dropOtherKinds(slot, others);
            if (slot.parts.size() < 2)
                ++alone;
            else
                m_result.list.push_back(std::move(slot));
        }
        tell(communicator, members, others, alone);
    }

private:
    void place(std::uint32_t rank, const Positions &positions, bool sequences,
               std::map<Number, MatchedCollective> &slots) const
    {
        std::map<std::int64_t, std::uint32_t> seen; // parts of one coalesced collective share a number
        for (std::uint32_t k = 0; k < positions.size(); ++k) {
            const std::int64_t sequence = m_ranks[rank].collectives[positions[k]].sequence;
            const Number number = sequences ? Number{sequence, seen[sequence]++} : Number{k, 0};
            slots[number].parts.push_back({rank, positions[k]});
        }
    }

    const RankCollective &of(const CollectivePart &part) const
    {
        return m_ranks[part.rank].collectives[part.collective];
    }

    void dropOtherKinds(MatchedCollective &slot, std::map<std::uint32_t, std::uint64_t> &others) const
    {
        const RankCollective &first = of(slot.parts.front());
        std::erase_if(slot.parts, [&](const CollectivePart &part) {
            const bool other = !isSameKind(of(part), first);
            others[part.rank] += other ? 1 : 0;
            return other;
        });
    }

    void tell(std::string_view communicator, const Members &members,
              const std::map<std::uint32_t, std::uint64_t> &others, std::uint64_t alone)
    {
        bool anyOther = false;
        for (const auto &[rank, count] : others) {
            if (count == 0)
                continue;
            anyOther = true;
            m_result.problems.push_back(
                Phrase("engine",
                       "%1 of %2 collectives of rank %3 in %4 are of another kind or size than those of rank %5: they "
                       "are left out. Is the file of another job, or did its capture begin at another step?")
                    .arg(count, members.at(rank).size(), m_ranks[rank].rank, nameOf(communicator),
                         m_ranks[members.begin()->first].rank));
        }
        if (alone > 0 && !anyOther)
            m_result.problems.push_back(
                Phrase("engine", "%1 collectives in %2 are in the file of one rank only: they are left out.")
                    .arg(alone, nameOf(communicator)));
    }

    const std::vector<RankTrace> &m_ranks;
    MatchedCollectives &m_result;
};

} // namespace

MatchedCollectives matchCollectives(const std::vector<RankTrace> &ranks)
{
    MatchedCollectives result;
    Matcher matcher(ranks, result);
    for (const auto &[communicator, members] : communicators(ranks))
        matcher.match(communicator, members);
    return result;
}

} // namespace streamscope
