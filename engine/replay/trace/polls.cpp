// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/polls.h"

#include "engine/program/operation.h"

#include <algorithm>
#include <map>
#include <utility>

namespace streamscope {

namespace {

/// From one question to the next one of a loop that does nothing else: 5 to 6 us where the loop waits 5 us (an H200),
/// nanoseconds.
constexpr std::int64_t nextQuestionNs = 20'000;
/// A framework that asks for its events now and then asks for two or three in a row.
constexpr std::size_t surelyPolls = 4;

using Row = std::vector<std::uint32_t>; ///< steps

/// Questions each of which stands alone, directly behind the record of its event: the loop of a program whose work was
/// over each time when it asked first. One that found its work at run does not wait for it, nor do the others then.
std::vector<Row> firstQuestions(const Timeline &timeline, const std::vector<TraceStep> &steps)
{
    struct Asker
    {
        std::uint32_t last = HostCall::none; ///< step
        std::int64_t workEnd = 0;
        bool isAnyEarly = false;
        std::vector<Row> rows;
    };
    std::map<std::int32_t, Asker> threads;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        const TraceStep &step = steps[i];
        Asker &thread = threads[step.thread];
        for (std::uint32_t span = step.firstSpan; span < step.firstSpan + step.spans; ++span)
            thread.workEnd = std::max(thread.workEnd, timeline.ends()[span]);
        if (step.kind == HostCallKind::Query && thread.last != HostCall::none
            && steps[thread.last].kind == HostCallKind::EventRecord
            && step.begin - steps[thread.last].end <= nextQuestionNs) {
            thread.rows.push_back({i});
            thread.isAnyEarly |= thread.workEnd > step.end;
        }
        thread.last = i;
    }
    std::vector<Row> rows;
    for (auto &[number, thread] : threads)
        if (!thread.isAnyEarly && thread.rows.size() >= surelyPolls)
            rows.insert(rows.end(), thread.rows.begin(), thread.rows.end());
    return rows;
}

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

void joinPolls(const Timeline &timeline, std::vector<TraceStep> &steps)
{
    std::vector<Row> rows = rowsOf(steps);
    std::map<std::int32_t, bool> polls; // by thread
    for (const Row &row : rows)
        polls[steps[row.front()].thread] |= row.size() >= surelyPolls;
    std::erase_if(rows, [&](const Row &row) { return !polls[steps[row.front()].thread]; });
    for (Row &row : firstQuestions(timeline, steps))
        if (!polls[steps[row.front()].thread])
            rows.push_back(std::move(row));
    if (rows.empty())
        return;

    std::vector<bool> goes(steps.size(), false);
    for (const Row &row : rows) {
        TraceStep &wait = steps[row.front()];
        wait.kind = HostCallKind::EventSync;
        if (row.size() > 1)
            wait.asked = steps[row[row.size() - 2]].begin;
        else
            wait.foundDone = true;
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
