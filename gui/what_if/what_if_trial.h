// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/what_if/what_if.h"
#include "gui/what_if/what_if_list.h"

#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace streamscope {

class Workspace;

/// What changes are tried on: the trace in front, or the experiment in front with its knobs.
struct WhatIfTarget
{
    std::shared_ptr<const RunResult> trace; ///< null: the experiment
    TimeRange range;                        ///< of the trace; all of it by default
    RunSource experiment;
    Parameters parameters;
    DeviceInfo device; ///< of the experiment
    std::string title;

    /// False while nothing is in front, or its device is not known yet.
    explicit operator bool() const { return trace || (experiment && !device.id.empty()); }
    bool operator==(const WhatIfTarget &other) const;
};

WhatIfTarget whatIfTarget(const Workspace &workspace);

/// The target without changes.
struct WhatIfStart
{
    WhatIfTarget target;
    WhatIfBase base;
    std::shared_ptr<const Prediction> unchanged; ///< of an experiment, as the window shows one; null for a trace
};

/// Replays the trace, or simulates the experiment. @throws as whatIfBase() and replayRun() do.
std::shared_ptr<const WhatIfStart> whatIfStart(const WhatIfTarget &target, const std::stop_token &stop);

/// What one row of the list comes to. Empty for a change that is off.
struct RowOutcome
{
    std::optional<std::int64_t> predictedNs; ///< after this change and those before it
    double gain = 0;                         ///< of this change alone: 0 … 1, negative for a loss
    QString note;                            ///< what it assumes, or why it does nothing
    bool isProblem = false;                  ///< it cannot be applied, `note` says why; the other changes are tried
};

/// The list, tried.
struct WhatIfTrial
{
    std::shared_ptr<const WhatIfStart> start;
    std::vector<RowOutcome> rows;         ///< as in the list
    std::shared_ptr<const WhatIf> result; ///< null where no change of the list is on and can be applied
};

/// Tries the changes that are on, in order. @throws Cancelled, and RunError where nothing can be simulated.
WhatIfTrial tryChanges(const std::shared_ptr<const WhatIfStart> &start, const std::vector<ListedChange> &changes,
                       const std::stop_token &stop);

} // namespace streamscope
