// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_trace.h"

#include "engine/analysis/communication.h"
#include "engine/ranks/rank_steps.h"
#include "engine/ranks/rank_work.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <cctype>

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

int rankInFileName(std::string_view path)
{
    std::string name(path.substr(path.rfind('/') + 1));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::string_view word = "rank";
    for (std::size_t at = name.rfind(word); at != std::string::npos; at = at == 0 ? at - 1 : name.rfind(word, at - 1))
        if (const int number = numberAt(std::string_view(name).substr(at + word.size())); number >= 0)
            return number;
    return -1;
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
    const std::vector<bool> communicates = communicationNames(timeline);
    const Timeline::Ends ends = timeline.ends();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Collective *known = timeline.collective(i);
        const std::uint32_t name = timeline.nameIndices()[i];
        if (!known
            && (timeline.kinds()[i] != OperationKind::Kernel || name >= communicates.size() || !communicates[name]))
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
    const RankUse use(timeline, communicates);
    addWorkBefore(rank, timeline, use, zero);
    rank.steps = stepsOfRank(trace, use, zero);
    return rank;
}

} // namespace streamscope
