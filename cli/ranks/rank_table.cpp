// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/ranks/rank_table.h"

#include "cli/common/terminal_text.h"

#include "engine/device/number_text.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

constexpr std::array<std::size_t, 5> widths{6, 16, 14, 13, 34};

std::string row(const std::array<std::string, 5> &cells, const std::string &file)
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
                known ? std::to_string(rank.startsLast) + " of " + std::to_string(rank.collectives) : "-",
                rank.alignment.residualNs ? microsecondsText(*rank.alignment.residualNs) : "-",
                clockText(rank.alignment)},
               rank.path);
}

} // namespace

std::vector<std::string> rankTable(const RankJob &job)
{
    std::vector<const RankFigures *> order;
    for (const RankFigures &rank : job.ranks)
        order.push_back(&rank);
    std::ranges::stable_sort(order, [](const RankFigures *a, const RankFigures *b) {
        return a->startsLast != b->startsLast ? a->startsLast > b->startsLast : a->waitNs < b->waitNs;
    });
    std::vector<std::string> lines{std::to_string(job.ranks.size()) + (job.ranks.size() == 1 ? " rank, " : " ranks, ")
                                       + std::to_string(job.collectives) + " collectives matched, transfer "
                                       + millisecondsText(job.transferNs),
                                   row({"rank", "waits", "starts last", "residual", "clock"}, "file")};
    for (const RankFigures *rank : order)
        lines.push_back(rankRow(*rank));
    return lines;
}

} // namespace streamscope
