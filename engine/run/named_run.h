// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/prediction.h"
#include "engine/run/run_job.h"

#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

/// The origin of a run. It is always shown.
enum class RunOrigin {
    Measured,
    Simulated,
    Predicted,
    Imported,
    Folded, ///< one step made of many: no run
};

/// A run with its names for people.
struct NamedRun
{
    QString title;
    RunOrigin origin = RunOrigin::Measured;
    /// When the run ended or the trace was opened; empty when nothing ran.
    std::optional<std::chrono::system_clock::time_point> finishedAt;
    std::vector<QString> parameters; ///< "chunks 16"; may be empty
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const Program> program; ///< the Program that ran; null for an imported trace
};

/// The parameters of `run` that `other` lacks or has with another value, in order.
std::vector<QString> differingParameters(const NamedRun &run, const NamedRun &other);

/// A finished run or an opened trace as one side of a comparison. Its recording keeps the result alive. A StreamScope
/// trace in which all times come from the model counts as a simulation.
NamedRun namedRun(const std::shared_ptr<const RunResult> &result);

/// The name of what ran: the Program's title, a trace's file name, or the experiment's title.
QString runTitle(const RunResult &result);

/// "Median of 38 of 40 steps"; empty for a run.
QString foldTitle(const Timeline &timeline);

/// A prediction as one side of a comparison.
NamedRun namedPrediction(const std::shared_ptr<const Prediction> &prediction);

} // namespace streamscope
