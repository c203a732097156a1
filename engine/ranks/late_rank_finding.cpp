// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/late_rank_finding.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/text/phrase.h"

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
    const std::string lasts =
        job.ranks.size() > 2
            ? Phrase("engine",
                     "Rank %1 starts %2 of %3 collectives last, and the others wait %4 for it, summed over ranks.")
                  .arg(rank.rank, rank.startsLast, rank.collectives, lengthText(rank.othersWaitNs))
            : Phrase("engine", "Rank %1 starts %2 of %3 collectives last, and the others wait %4 for it.")
                  .arg(rank.rank, rank.startsLast, rank.collectives, lengthText(rank.othersWaitNs));
    finding.text =
        lasts + ' '
        + (rank.late->name.empty()
               ? Phrase("engine", "Before these its GPU is idle %1 longer than the others': its host is late.")
                     .arg(lengthText(rank.late->ns))
               : Phrase("engine", "Before these %1 runs %2 longer than on the other ranks.")
                     .arg(shortKernelName(rank.late->name), lengthText(rank.late->ns)));
    finding.evidence = {{"rank", rank.rank},
                        {"others_wait_ns", static_cast<double>(rank.othersWaitNs)},
                        {"longer_ns", static_cast<double>(rank.late->ns)}};
    return finding;
}

} // namespace streamscope
