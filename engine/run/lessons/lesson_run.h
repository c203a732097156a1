// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/lessons/lesson.h"
#include "engine/run/run_job.h"

#include <memory>
#include <string>

namespace streamscope {

/// Where a run of a lesson takes place.
struct LessonDevice
{
    std::string id;     ///< empty: the chosen device
    std::string reason; ///< one sentence for people; empty for the chosen device
};

/// The run's own device where it names one, and sim:h200 where the chosen device has fewer GPUs beside it than
/// `program` needs.
LessonDevice deviceOfRun(const LessonRun &run, const Program &program, const Executor &chosen);

/// Runs one run of a lesson on the chosen device, or where deviceOfRun() says; opens the trace of a trace run.
/// Synchronous. Throws as runOn(), openDevice() and openTrace().
std::shared_ptr<const RunResult> runLessonRun(const LessonRun &run, Executor &chosen, const RunControl &control);

/// The same with other values of the run's knobs, for a task. `values` must have the run's declarations.
std::shared_ptr<const RunResult> runLessonTask(const LessonRun &run, const Parameters &values, Executor &chosen,
                                               const RunControl &control);

} // namespace streamscope
