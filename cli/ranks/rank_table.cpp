// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/ranks/rank_table.h"

#include "cli/common/terminal_text.h"

#include "engine/device/number_text.h"
#include "engine/ranks/late_rank_finding.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

constexpr std::array<std::size_t, 10> widths{6, 12, 13, 13, 12, 15, 16, 12, 11, 9};

std::string row(const std::array<std::string, 10> &cells, const std::string &file)
{
    std::string text = "  ";
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += column(cells[i], widths[i], 2);
    return text + file;
}

std::string clockText(const RankAlignment &alignment)
{
    switch (alignment.clock) {
    case RankClock::Own:
        return "its own";
    case RankClock::Aligned:
        return microsecondsText(-alignment.fit.offsetNs) + ", " + signedDecimalText(-alignment.fit.drift * 1e6, 1)
               + " ppm";
    case RankClock::Refused:
        break;
    }
    return "unknown";
}

std::string rankRow(const RankFigures &rank)
{
    const bool known = rank.alignment.isKnown();
    return row({std::to_string(rank.rank), known ? millisecondsText(rank.waitNs) : "-",
                known ? millisecondsText(rank.othersWaitNs) : "-",
                known ? std::to_string(rank.startsLast) + " of " + std::to_string(rank.collectives) : "-",
                millisecondsText(rank.times.computeNs), millisecondsText(rank.times.exposedCommunicationNs),
                millisecondsText(rank.times.exposedCopyNs), millisecondsText(rank.times.idleNs),
                rank.alignment.residualNs ? microsecondsText(*rank.alignment.residualNs) : "-",
                clockText(rank.alignment)},
               rank.path);
}

} // namespace

std::vector<std::string> rankTable(const RankJob &job)
{
    const std::vector<std::uint32_t> order = slowestFirst(job);
    std::vector<std::string> lines{std::to_string(job.ranks.size()) + (job.ranks.size() == 1 ? " rank, " : " ranks, ")
                                       + std::to_string(job.collectives) + " collectives matched, transfer "
                                       + millisecondsText(job.transferNs),
                                   row({"rank", "waits", "others wait", "starts last", "compute", "exposed comm.",
                                        "exposed copies", "idle", "residual", "clock"},
                                       "file")};
    for (const std::uint32_t rank : order)
        lines.push_back(rankRow(job.ranks[rank]));
    if (const std::optional<Finding> late = lateRankFinding(job))
        lines.push_back(late->text);
    return lines;
}

} // namespace streamscope
