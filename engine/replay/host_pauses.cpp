// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/host_pauses.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>
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
    std::vector<std::uint32_t> work; ///< operations
};

std::size_t signatureOf(const Operation &operation)
{
    const auto kind = static_cast<std::size_t>(operation.kind) * 4 + static_cast<std::size_t>(operation.syncScope);
    return std::hash<std::string_view>()(operation.name) * 31 + kind;
}

std::vector<std::vector<Call>> callsOf(const Program &program)
{
    std::vector<std::vector<Call>> threads(static_cast<std::size_t>(program.threadCount()));
    std::vector<Call> open(threads.size());
    std::vector<std::int32_t> graphs(threads.size(), Operation::none);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        const auto thread = static_cast<std::size_t>(operation.thread);
        if (operation.kind == OperationKind::HostWork) {
            open[thread].workNs += operation.durationNs;
            open[thread].work.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        const bool inside = operation.graph >= 0 && operation.graph == graphs[thread];
        graphs[thread] = operation.graph;
        if (inside)
            continue;
        open[thread].signature = signatureOf(operation);
        threads[thread].push_back(std::move(open[thread]));
        open[thread] = {};
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

} // namespace

HostPauses removePauses(Program &program)
{
    HostPauses pauses;
    for (const std::vector<Call> &calls : callsOf(program)) {
        std::unordered_map<std::size_t, std::vector<std::size_t>> places;
        for (std::size_t i = 0; i < calls.size(); ++i)
            places[placeOf(calls, i)].push_back(i);
        for (const auto &[place, indices] : places) {
            std::vector<std::int64_t> all;
            for (const std::size_t i : indices)
                all.push_back(calls[i].workNs);
            const std::int64_t usual = usualWork(std::move(all));
            if (usual < 0)
                continue;
            const Call &pause = calls[*std::max_element(indices.begin(), indices.end(), [&](auto a, auto b) {
                return calls[a].workNs < calls[b].workNs;
            })];
            std::int64_t left = usual;
            for (const std::uint32_t work : pause.work) {
                std::int64_t &ns = program.operations[work].durationNs;
                ns = std::min(ns, left);
                left -= ns;
            }
            ++pauses.count;
            pauses.ns += pause.workNs - usual;
        }
    }
    return pauses;
}

} // namespace streamscope
