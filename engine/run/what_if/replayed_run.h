// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/replay.h"
#include "engine/run/named_run.h"
#include "engine/run/prediction.h"
#include "engine/run/run_job.h"

#include <QJsonObject>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// A trace and its replay on the model of a device.
struct ReplayedRun
{
    std::shared_ptr<const RunResult> trace;
    ProfileChoice model;
    std::shared_ptr<const Replay> replay;       ///< without its times, which `recording` has
    std::shared_ptr<const Recording> recording; ///< of the unchanged Program, on the trace's axis
};

/// Replays `trace` on the model of its device, or on `device` (`sim:NAME`, `sim:PATH.json`) where that is not empty.
/// @throws InputError for a device that is not simulated, and as replay().
ReplayedRun replayRun(std::shared_ptr<const RunResult> trace, const std::string &device, TimeRange range,
                      const std::stop_token &stop);

/// "+0.3 %": how far the replay is off.
QString replayErrorText(const Replay &replay);
/// The fields of `streamscope-replay` (docs/replay.md).
QJsonObject replayJson(const ReplayedRun &run);
/// The same in lines of text.
std::vector<std::string> replayLines(const ReplayedRun &run);
/// What a user must know before any prediction: the model where it is not the device's own, the replay's error where it
/// is large, and what was assumed. One sentence each.
std::vector<std::string> replayNotes(const ReplayedRun &run);

/// The simulated run of a Program that came of the replay, on the trace's axis.
std::shared_ptr<const Recording> simulatedRecording(const ReplayedRun &run, const Program &program,
                                                    SimulatedTimes times);
/// What was replayed of a trace, as a trace, so that both begin together in a comparison and each operation meets its
/// own counterpart. The trace itself where all of it was.
std::shared_ptr<const RunResult> replayedPart(const ReplayedRun &run);
/// The replay as one side of a comparison with its trace.
NamedRun namedReplay(const ReplayedRun &run);

} // namespace streamscope
