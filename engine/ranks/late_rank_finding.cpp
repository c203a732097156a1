// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/late_rank_finding.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"

namespace streamscope {

namespace {

std::string lengthText(std::int64_t ns)
{
    return timeText(ns).toStdString();
}

} // namespace

std::optional<Finding> lateRankFinding(const RankJob &job)
{
    if (job.ranks.empty())
        return std::nullopt;
    const RankFigures &rank = job.ranks[slowestFirst(job).front()];
    if (!rank.late || rank.othersWaitNs == 0)
        return std::nullopt;
    Finding finding;
    finding.id = "late-rank";
    finding.severity = Severity::Warning;
    finding.text =
        "Rank " + std::to_string(rank.rank) + " starts " + std::to_string(rank.startsLast) + " of "
        + std::to_string(rank.collectives) + " collectives last, and the others wait " + lengthText(rank.othersWaitNs)
        + " for it" + (job.ranks.size() > 2 ? ", summed over ranks" : "") + ". Before these "
        + (rank.late->name.empty()
               ? "its GPU is idle " + lengthText(rank.late->ns) + " longer than the others': its host is late."
               : shortKernelName(rank.late->name) + " runs " + lengthText(rank.late->ns)
                     + " longer than on the other ranks.");
    finding.evidence = {{"rank", rank.rank},
                        {"others_wait_ns", static_cast<double>(rank.othersWaitNs)},
                        {"longer_ns", static_cast<double>(rank.late->ns)}};
    return finding;
}

} // namespace streamscope
