// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/host_pauses.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

constexpr std::size_t enoughRepetitions = 8;
constexpr std::int64_t manyTimes = 10;
constexpr std::int64_t shortestPause = 100'000; // nanoseconds

/// A call, and the thread's work before it.
struct Call
{
    std::size_t signature = 0;
    std::int64_t workNs = 0;
    std::uint32_t operation = 0;
};

std::size_t signatureOf(const Operation &operation)
{
    const auto kind = static_cast<std::size_t>(operation.kind) * 4 + static_cast<std::size_t>(operation.syncScope);
    return std::hash<std::string_view>()(operation.name) * 31 + kind;
}

/// By thread. A graph is one call.
std::vector<std::vector<Call>> callsOf(const Program &program)
{
    std::vector<std::vector<Call>> threads(static_cast<std::size_t>(program.threadCount()));
    std::vector<std::int64_t> work(threads.size(), 0);
    std::vector<std::int32_t> graphs(threads.size(), Operation::none);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        const auto thread = static_cast<std::size_t>(operation.thread);
        if (operation.kind == OperationKind::HostWork) {
            work[thread] += operation.durationNs;
            continue;
        }
        const bool inside = operation.graph >= 0 && operation.graph == graphs[thread];
        graphs[thread] = operation.graph;
        if (inside)
            continue;
        threads[thread].push_back({signatureOf(operation), work[thread], static_cast<std::uint32_t>(i)});
        work[thread] = 0;
    }
    return threads;
}

/// The two calls before and the two from here tell a place of a loop from others.
std::size_t placeOf(const std::vector<Call> &calls, std::size_t index)
{
    std::size_t place = 0;
    for (std::size_t i = index < 2 ? 0 : index - 2; i < std::min(index + 2, calls.size()); ++i)
        place = (place ^ calls[i].signature) * 0x9e3779b97f4a7c15ULL + (i < index ? 1 : 2);
    return place;
}

/// The usual work of a place where exactly one repetition is a pause; −1 else. Two of them are no accident.
std::int64_t usualWork(std::vector<std::int64_t> all)
{
    if (all.size() < enoughRepetitions)
        return -1;
    std::sort(all.begin(), all.end());
    const std::int64_t usual = all[all.size() / 2];
    const auto isPause = [usual](std::int64_t ns) { return ns > usual * manyTimes && ns > usual + shortestPause; };
    return isPause(all.back()) && !isPause(all[all.size() - 2]) ? usual : -1;
}

/// The thread's work directly before an operation.
std::vector<std::uint32_t> workBefore(const Program &program, std::uint32_t operation)
{
    std::vector<std::uint32_t> work;
    const std::int32_t thread = program.operations[operation].thread;
    for (std::uint32_t i = operation; i-- > 0;) {
        if (program.operations[i].thread != thread)
            continue;
        if (program.operations[i].kind != OperationKind::HostWork)
            break;
        work.push_back(i);
    }
    return work;
}

} // namespace

std::vector<HostPause> hostPauses(const Program &program)
{
    std::vector<HostPause> pauses;
    for (const std::vector<Call> &calls : callsOf(program)) {
        std::vector<std::pair<std::size_t, std::uint32_t>> places; // with the call
        places.reserve(calls.size());
        for (std::size_t i = 0; i < calls.size(); ++i)
            places.emplace_back(placeOf(calls, i), static_cast<std::uint32_t>(i));
        std::sort(places.begin(), places.end());
        for (std::size_t first = 0, next = 0; first < places.size(); first = next) {
            std::vector<std::int64_t> all;
            const Call *longest = &calls[places[first].second];
            for (next = first; next < places.size() && places[next].first == places[first].first; ++next) {
                const Call &call = calls[places[next].second];
                all.push_back(call.workNs);
                longest = call.workNs > longest->workNs ? &call : longest;
            }
            if (const std::int64_t usual = usualWork(std::move(all)); usual >= 0)
                pauses.push_back({workBefore(program, longest->operation), usual, longest->workNs - usual});
        }
    }
    return pauses;
}

void removePauses(const std::vector<HostPause> &pauses, Program &program)
{
    for (const HostPause &pause : pauses) {
        std::int64_t left = pause.usualNs;
        for (const std::uint32_t work : pause.work) {
            std::int64_t &ns = program.operations[work].durationNs;
            ns = std::min(ns, left);
            left -= ns;
        }
    }
}

} // namespace streamscope
