// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/trials.h"

#include "engine/program/errors.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace streamscope {

namespace {

std::optional<Trial> tryChange(const WhatIfBase &base, const std::string &change, const std::stop_token &stop)
{
    try {
        const RequestedChange request = parseChange(change);
        const WhatIf result = whatIf(base, {request}, {}, stop);
        if (result.changes.front().touched == 0)
            return std::nullopt;
        return Trial{request, result.predictedNs, result.range, result.withoutProfilerNs};
    } catch (const InputError &) {
        return std::nullopt; // the evidence was not enough: it costs nothing
    } catch (const RunError &) {
        return std::nullopt; // the changed Program does not fit on the device
    }
}

} // namespace

std::vector<std::optional<Trial>> tryChanges(const WhatIfBase &base, const std::vector<std::string> &changes,
                                             const std::stop_token &stop)
{
    std::vector<std::optional<Trial>> trials(changes.size());
    std::vector<std::exception_ptr> failures(changes.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < changes.size(); i = next++) {
            try {
                trials[i] = tryChange(base, changes[i], stop);
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    };
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < std::min(cores, changes.size()); ++i)
            others.emplace_back(work);
        work();
    }
    for (const std::exception_ptr &failure : failures)
        if (failure)
            std::rethrow_exception(failure);
    return trials;
}

WhatIfBase baseWith(const WhatIfBase &base, const RequestedChange &change, const std::stop_token &stop)
{
    WhatIf result = whatIf(base, {change}, {}, stop);
    WhatIfBase changed = base; // simulatedNs stays: by it predictions come to the scale of what was measured
    changed.program = std::move(result.program);
    changed.recording = std::move(result.recording);
    return changed;
}

} // namespace streamscope
