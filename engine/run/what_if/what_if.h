// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"
#include "engine/device/device_profile.h"
#include "engine/executors/timing/operation_times.h"
#include "engine/replay/host_pauses.h"
#include "engine/run/named_run.h"
#include "engine/run/what_if/profiler_cost.h"
#include "engine/run/what_if/replayed_run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

class ClockWaits;

/// A Program on a model, to which changes can be applied: a replayed trace, or the Program of an experiment or a
/// program file.
struct WhatIfBase
{
    std::shared_ptr<const Program> program;
    std::shared_ptr<const DeviceProfile> profile;
    std::string device;                         ///< that `profile` models: `sim:h200`
    std::optional<ReplayedRun> replay;          ///< of a trace
    std::vector<HostPause> pauses;              ///< of the trace, which `program` does not have
    std::shared_ptr<const ClockWaits> clocks;   ///< of the trace; null: none were found
    std::shared_ptr<const Recording> recording; ///< of the unchanged Program, simulated; what filters search
    std::int64_t simulatedNs = 0;               ///< of `program`, unchanged
    std::string title;

    /// What the trace shows; empty for a Program that was not measured.
    std::optional<std::int64_t> measuredNs() const;
    /// A simulated time on the scale of what was measured: what the model says of the unchanged Program against that
    /// holds for the changed one, too.
    std::int64_t scaled(std::int64_t ns) const;
    /// What was measured, without its pauses, or else what is predicted for the unchanged Program: gains count from
    /// here.
    std::int64_t beforeNs() const { return scaled(simulatedNs); }
};

/// @throws InputError, RunError, Cancelled as a simulation does.
WhatIfBase whatIfBase(const ReplayedRun &run);
/// `device`: simulated; a GPU is modelled by its profile (chooseProfile()).
WhatIfBase whatIfBase(const Program &program, const DeviceInfo &device, const std::string &title,
                      const std::stop_token &stop);

/// One change, as tried after those before it.
struct TriedChange
{
    RequestedChange request;
    std::size_t touched = 0; ///< operations
    std::int64_t predictedNs = 0;
    std::vector<std::string> notes; ///< one sentence each
};

/// What the changes, one after the other, come to.
struct WhatIf
{
    std::vector<TriedChange> changes;
    std::shared_ptr<const Program> program; ///< with all changes; the base's where they found nothing to do
    std::string device;
    std::shared_ptr<const Recording>
        recording;                ///< simulated; on the axis of the trace for a trace; see whatIfFigures()
    std::int64_t predictedNs = 0; ///< on the scale of the trace: its profiler's cost included
    std::optional<PredictionRange> range;
    std::int64_t gatherNs = 0; ///< the part of the range's upper end for data that must be gathered first
    std::int64_t paceNs = 0;   ///< that for a host that has another pace than when the trace was recorded
    std::optional<std::int64_t> withoutProfilerNs; ///< where the profiler's cost is known
    std::optional<PlainTime> plain;                ///< its bounds, where there are any
    std::vector<std::string> notes;

    /// 0 … 1; negative for a loss.
    double gain(const WhatIfBase &base) const;
};

/// Applies the changes in order and simulates each step. `range` (of the recording's times): only operations that
/// execute in it are found by filters.
/// @throws InputError where a change cannot be applied, naming it; RunError, Cancelled.
WhatIf whatIf(const WhatIfBase &base, const std::vector<RequestedChange> &changes, TimeRange range = {},
              const std::stop_token &stop = {});

/// The same without the recording, where nobody looks at it: that of a changed trace takes 50 MB for a million
/// operations.
WhatIf whatIfFigures(const WhatIfBase &base, const std::vector<RequestedChange> &changes,
                     const std::stop_token &stop = {});

/// The figures for a base of which nobody asks for more than them again: the simulated run of a replayed trace and the
/// operations of its Program, 130 MB for a million of each, go as soon as the first change has been applied.
WhatIf whatIfOnce(WhatIfBase &base, const std::vector<RequestedChange> &changes, const std::stop_token &stop = {});

/// The fields of `streamscope-whatif` (docs/what-if.md), and the same in lines of text.
QJsonObject whatIfJson(const WhatIfBase &base, const WhatIf &result);
std::vector<std::string> whatIfLines(const WhatIfBase &base, const WhatIf &result);

/// Before and after, as the two sides of a comparison.
NamedRun namedBefore(const WhatIfBase &base);
NamedRun namedAfter(const WhatIfBase &base, const WhatIf &result);

} // namespace streamscope
