// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_trace.h"

#include "engine/analysis/communication.h"
#include "engine/ranks/rank_steps.h"
#include "engine/ranks/rank_work.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace streamscope {

namespace {

constexpr int maxRank = 10'000'000; // more digits are a date or a process

bool isBetweenTwo(std::string_view collective, std::string_view kernel)
{
    return collective == "send" || collective == "recv" || collective == "isend" || collective == "irecv"
           || (collective.empty() && kernel.find("SendRecv") != std::string_view::npos);
}

/// -1 where no number follows.
int numberAt(std::string_view text)
{
    if (!text.empty() && (text.front() == '-' || text.front() == '_' || text.front() == '='))
        text.remove_prefix(1);
    int number = -1;
    for (const char c : text) {
        if (c < '0' || c > '9')
            break;
        number = std::max(number, 0) * 10 + (c - '0');
        if (number > maxRank)
            return -1;
    }
    return number;
}

} // namespace

namespace {

/// Of a rank in a file's name.
struct RankInName
{
    int number = -1;
    std::string name;                   ///< without directories, in small letters
    std::size_t at = std::string::npos; ///< behind the word "rank"
};

RankInName rankInName(std::string_view path)
{
    RankInName found;
    found.name = path.substr(path.rfind('/') + 1);
    std::ranges::transform(found.name, found.name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::string_view word = "rank";
    for (std::size_t at = found.name.rfind(word); at != std::string::npos;
         at = at == 0 ? std::string::npos : found.name.rfind(word, at - 1)) {
        found.at = at + word.size();
        found.number = numberAt(std::string_view(found.name).substr(found.at));
        if (found.number >= 0)
            break;
    }
    return found;
}

} // namespace

int rankInFileName(std::string_view path)
{
    return rankInName(path).number;
}

bool areNamedAsRanks(const std::vector<std::string> &paths)
{
    std::set<int> numbers;
    std::set<std::string> others; // the names around the number
    for (const std::string &path : paths) {
        const RankInName found = rankInName(path);
        if (found.number < 0 || !numbers.insert(found.number).second)
            return false;
        const std::size_t behind = found.name.find_first_not_of("0123456789-_=", found.at);
        others.insert(found.name.substr(0, found.at) + '*'
                      + (behind == std::string::npos ? std::string() : found.name.substr(behind)));
    }
    return numbers.size() > 1 && others.size() == 1;
}

RankTrace rankTraceOf(const ImportedTrace &trace)
{
    const ImportReport &report = trace.report;
    const Timeline &timeline = trace.recording.timeline;
    RankTrace rank;
    rank.path = report.source;
    rank.rankFromName = report.rank < 0;
    rank.rank = report.rank < 0 ? rankInFileName(report.source) : report.rank;
    rank.worldSize = report.worldSize;
    rank.operations = report.keptInAll();
    const std::int64_t zero = detail::saturatedAdd(report.baseTimeNs.value_or(0), report.originNs);
    const std::vector<bool> names = communicationNames(timeline);
    const Timeline::Ends ends = timeline.ends();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Collective *known = timeline.collective(i);
        const std::uint32_t name = timeline.nameIndices()[i];
        if (!known && (timeline.kinds()[i] != OperationKind::Kernel || !communicates(timeline, i, names)))
            continue;
        RankCollective collective;
        if (known) {
            collective.name = known->name;
            collective.communicator = known->communicator;
            collective.bytes = known->bytes;
            collective.sequence = known->sequence;
            collective.members = known->ranks;
        }
        if (isBetweenTwo(collective.name, timeline.name(name)))
            continue;
        collective.start = detail::saturatedAdd(zero, timeline.starts()[i]);
        collective.end = detail::saturatedAdd(zero, ends[i]);
        rank.collectives.push_back(std::move(collective));
    }
    std::ranges::stable_sort(rank.collectives, {}, &RankCollective::start);
    const RankUse use(timeline, names);
    addWorkBefore(rank, timeline, use, zero);
    rank.steps = stepsOfRank(trace, use, zero);
    return rank;
}

} // namespace streamscope
