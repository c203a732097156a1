// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/host_pauses.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

constexpr std::int64_t manyTimes = 10;
constexpr std::int64_t shortestPause = 100'000; // nanoseconds

/// The usual work of a place where exactly one repetition is a pause; −1 else. Two of them are no accident.
std::int64_t usualWork(std::vector<std::int64_t> all)
{
    std::sort(all.begin(), all.end());
    const std::int64_t usual = all[all.size() / 2];
    const auto isPause = [usual](std::int64_t ns) { return ns > usual * manyTimes && ns > usual + shortestPause; };
    return isPause(all.back()) && !isPause(all[all.size() - 2]) ? usual : -1;
}

} // namespace

std::vector<HostPause> hostPauses(const Program &program, const std::vector<ThreadCalls> &threads)
{
    std::vector<HostPause> pauses;
    for (const auto &[calls, places] : threads)
        for (const std::vector<std::uint32_t> &place : places) {
            std::vector<std::int64_t> all;
            const ReplayedCall *longest = &calls[place.front()];
            for (const std::uint32_t index : place) {
                const ReplayedCall &call = calls[index];
                all.push_back(call.workNs);
                longest = call.workNs > longest->workNs ? &call : longest;
            }
            if (const std::int64_t usual = usualWork(std::move(all)); usual >= 0)
                pauses.push_back({workBefore(program, longest->operation), usual, longest->workNs - usual});
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
