// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/polls.h"

#include "engine/program/operation.h"

#include <algorithm>
#include <map>

namespace streamscope {

namespace {

/// From one question to the next one of a loop that does nothing else: 5 to 6 us where the loop waits 5 us (an H200),
/// nanoseconds.
constexpr std::int64_t nextQuestionNs = 20'000;
/// A framework that asks for its events now and then asks for two or three in a row.
constexpr std::size_t surelyPolls = 4;

using Row = std::vector<std::uint32_t>; ///< steps

/// The questions of each thread that follow each other soon, with no call between them.
std::vector<Row> rowsOf(const std::vector<TraceStep> &steps)
{
    std::map<std::int32_t, Row> open;
    std::vector<Row> rows;
    const auto close = [&rows](Row &row) {
        if (row.size() > 1)
            rows.push_back(row);
        row.clear();
    };
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        const TraceStep &step = steps[i];
        Row &row = open[step.thread];
        if (step.kind != HostCallKind::Query || step.spans > 0) {
            close(row);
            continue;
        }
        if (!row.empty() && step.begin - steps[row.back()].end > nextQuestionNs)
            close(row);
        row.push_back(i);
    }
    for (auto &[thread, row] : open)
        close(row);
    return rows;
}

} // namespace

void joinPolls(std::vector<TraceStep> &steps)
{
    std::vector<Row> rows = rowsOf(steps);
    std::map<std::int32_t, bool> polls; // by thread
    for (const Row &row : rows)
        polls[steps[row.front()].thread] |= row.size() >= surelyPolls;
    std::erase_if(rows, [&](const Row &row) { return !polls[steps[row.front()].thread]; });
    if (rows.empty())
        return;

    std::vector<bool> goes(steps.size(), false);
    for (const Row &row : rows) {
        TraceStep &wait = steps[row.front()];
        wait.kind = HostCallKind::EventSync;
        wait.asked = steps[row[row.size() - 2]].begin;
        wait.end = steps[row.back()].end;
        std::for_each(row.begin() + 1, row.end(), [&goes](std::uint32_t step) { goes[step] = true; });
    }
    std::vector<std::uint32_t> place(steps.size());
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        place[i] = kept;
        if (!goes[i])
            steps[kept++] = steps[i];
    }
    steps.resize(kept);
    for (TraceStep &step : steps)
        if (step.record != HostCall::none)
            step.record = place[step.record];
}

} // namespace streamscope
