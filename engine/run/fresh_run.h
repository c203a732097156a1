// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/program/errors.h"

#include <QString>

#include <string>

// A run in a process of its own. What is asked lies in a folder as JSON; the outcome is put beside it, whole or not at
// all; progress comes over the child's standard output, a line for each step.

namespace streamscope {

/// The subcommand under which this program answers, with the folder behind it. For itself only.
inline constexpr const char *freshRunCommand = "fresh-run";

/// What the child is asked.
struct FreshRunRequest
{
    std::string device; ///< id
    Program program;
    RunOptions options;
};

/// Puts the question into `folder`. @throws InputError where the Program cannot be written down.
void writeFreshRunRequest(const FreshRunRequest &request, const QString &folder);

/// The child's part: runs what `folder` asks for on this process's device and leaves the outcome, an error included,
/// beside it. @throws RunError where even that cannot be written.
void answerFreshRun(const QString &folder, const RunControl &control);

/// The child's outcome cannot be read.
struct BrokenOutcome : RunError
{
    using RunError::RunError;
};

/// Reads the outcome. @throws InputError, RunError and Cancelled as the child met them; BrokenOutcome.
Recording readFreshRunResult(const QString &folder);
/// The child left an outcome, of whatever kind.
bool hasFreshRunResult(const QString &folder);

} // namespace streamscope
