// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/trials.h"

#include "engine/program/errors.h"
#include "engine/run/on_all_cores.h"

#include <atomic>

namespace streamscope {

namespace {

std::optional<Trial> tryChange(const WhatIfBase &base, const std::string &change, const std::stop_token &stop)
{
    try {
        const RequestedChange request = parseChange(change);
        const WhatIf result = whatIfFigures(base, {request}, stop);
        if (result.changes.front().touched == 0)
            return std::nullopt;
        return Trial{request, result.predictedNs, result.range, result.plain, result.gatherNs + result.paceNs};
    } catch (const InputError &) {
        return std::nullopt; // the evidence was not enough: it costs nothing
    } catch (const RunError &) {
        return std::nullopt; // the changed Program does not fit on the device
    }
}

} // namespace

std::vector<std::optional<Trial>> tryChanges(const WhatIfBase &base, const std::vector<std::string> &changes,
                                             const std::string &what, const RunControl &control)
{
    std::vector<std::optional<Trial>> trials(changes.size());
    const int total = static_cast<int>(changes.size());
    std::atomic<int> done = 0;
    control.report(0, total, what);
    onAllCores(changes.size(), [&](std::size_t i) {
        trials[i] = tryChange(base, changes[i], control.stop);
        control.report(++done, total, what);
    });
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
