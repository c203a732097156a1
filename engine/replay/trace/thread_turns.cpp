// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/thread_turns.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t forgivenNs = 50'000; ///< at a change of turns: the one that hands over ends its call
constexpr std::size_t fewestTurns = 3, fewestCallsOfTurn = 4, mostThreads = 16;

/// A call of a thread, in nanoseconds.
struct Turn
{
    std::int64_t begin = 0, end = 0;
};

/// A thread, and the calls by which it acts on a device.
struct ActiveThread
{
    std::int32_t number = 0;
    std::vector<Turn> calls; ///< by begin
};

/// Those with the most calls first.
std::vector<ActiveThread> activeThreads(const std::vector<TraceStep> &steps)
{
    std::map<std::int32_t, std::vector<Turn>> calls;
    for (const TraceStep &step : steps)
        if (step.acts())
            calls[step.thread].push_back({step.begin, step.end});
    std::vector<ActiveThread> threads;
    for (auto &[number, list] : calls)
        threads.push_back({number, std::move(list)});
    std::stable_sort(threads.begin(), threads.end(),
                     [](const ActiveThread &a, const ActiveThread &b) { return a.calls.size() > b.calls.size(); });
    threads.resize(std::min(threads.size(), mostThreads));
    return threads;
}

bool takeTurns(const ActiveThread &a, const ActiveThread &b)
{
    std::size_t turns[2] = {0, 0};
    std::size_t next[2] = {0, 0};
    const ActiveThread *threads[2] = {&a, &b};
    std::int64_t busyUntil[2] = {a.calls.front().begin, b.calls.front().begin};
    int last = -1;
    std::size_t calls = 0;               // of the turn so far
    bool isDoubtful = false;             // the other thread was still in a call when the turn began
    bool overlapped[2] = {false, false}; // at a turn of that thread
    while (next[0] < a.calls.size() || next[1] < b.calls.size()) {
        const bool second =
            next[0] == a.calls.size() || (next[1] < b.calls.size() && b.calls[next[1]].begin < a.calls[next[0]].begin);
        const int now = second ? 1 : 0;
        const Turn &call = threads[now]->calls[next[now]++];
        if (now != last) {
            if (isDoubtful && calls < fewestCallsOfTurn)
                return false;
            ++turns[now];
            calls = 0;
            isDoubtful = last >= 0 && busyUntil[last] > call.begin;
            overlapped[now] = overlapped[now] || isDoubtful;
            const bool handsOver = !overlapped[0] || !overlapped[1]; // threads that only miss each other meet in both
            if (isDoubtful && (!handsOver || busyUntil[last] > call.begin + forgivenNs))
                return false;
        }
        ++calls;
        busyUntil[now] = std::max(busyUntil[now], call.end);
        last = now;
    }
    return turns[0] >= fewestTurns && turns[1] >= fewestTurns && a.calls.size() >= turns[0] * fewestCallsOfTurn
           && b.calls.size() >= turns[1] * fewestCallsOfTurn;
}

} // namespace

ThreadTurns::ThreadTurns(const std::vector<TraceStep> &steps)
{
    const std::vector<ActiveThread> threads = activeThreads(steps);
    std::vector<std::vector<const ActiveThread *>> groups;
    for (const ActiveThread &thread : threads) {
        const auto fits = [&thread](const std::vector<const ActiveThread *> &group) {
            return std::all_of(group.begin(), group.end(),
                               [&thread](const ActiveThread *member) { return takeTurns(*member, thread); });
        };
        if (const auto group = std::find_if(groups.begin(), groups.end(), fits); group != groups.end())
            group->push_back(&thread);
        else
            groups.push_back({&thread});
    }
    for (const std::vector<const ActiveThread *> &group : groups) {
        const ActiveThread *first =
            *std::min_element(group.begin(), group.end(), [](const ActiveThread *a, const ActiveThread *b) {
                return a->calls.front().begin < b->calls.front().begin;
            });
        for (const ActiveThread *member : group)
            if (member != first)
                m_for[member->number] = first->number;
    }
}

std::int32_t ThreadTurns::threadFor(std::int32_t thread) const
{
    const auto found = m_for.find(thread);
    return found == m_for.end() ? thread : found->second;
}

} // namespace streamscope
