// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/repeated_calls.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

std::size_t signatureOf(const Operation &operation)
{
    const auto kind = static_cast<std::size_t>(operation.kind) * 4 + static_cast<std::size_t>(operation.syncScope);
    return std::hash<std::string_view>()(operation.name) * 31 + kind;
}

/// The two calls before and the two from here tell a place of a loop from others.
std::size_t placeOf(const std::vector<ReplayedCall> &calls, std::size_t index)
{
    std::size_t place = 0;
    for (std::size_t i = index < 2 ? 0 : index - 2; i < std::min(index + 2, calls.size()); ++i)
        place = (place ^ calls[i].signature) * 0x9e3779b97f4a7c15ULL + (i < index ? 1 : 2);
    return place;
}

std::vector<std::vector<std::uint32_t>> placesOf(const std::vector<ReplayedCall> &calls)
{
    constexpr std::size_t fewest = 8;
    std::vector<std::pair<std::size_t, std::uint32_t>> places; // with the call
    places.reserve(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i)
        places.emplace_back(placeOf(calls, i), static_cast<std::uint32_t>(i));
    std::sort(places.begin(), places.end());
    std::vector<std::vector<std::uint32_t>> result;
    for (std::size_t first = 0, next = 0; first < places.size(); first = next) {
        while (next < places.size() && places[next].first == places[first].first)
            ++next;
        if (next - first < fewest)
            continue;
        std::vector<std::uint32_t> &place = result.emplace_back();
        for (std::size_t i = first; i < next; ++i)
            place.push_back(places[i].second);
    }
    return result;
}

} // namespace

std::vector<ThreadCalls> repeatedCalls(const Program &program)
{
    std::vector<ThreadCalls> threads(static_cast<std::size_t>(program.threadCount()));
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
        threads[thread].calls.push_back({signatureOf(operation), work[thread], static_cast<std::uint32_t>(i)});
        work[thread] = 0;
    }
    for (ThreadCalls &thread : threads)
        thread.places = placesOf(thread.calls);
    return threads;
}

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

} // namespace streamscope
