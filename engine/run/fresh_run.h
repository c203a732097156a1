// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/program/errors.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>

class QDataStream;

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

/// The question as JSON. @throws InputError where the Program cannot be written down.
QByteArray freshRunRequestJson(const FreshRunRequest &request);
/// The inverse; `source` names the text in messages. @throws InputError.
FreshRunRequest readFreshRunRequest(const QByteArray &json, const std::string &source);

/// Puts the question into `folder`. @throws as freshRunRequestJson(), RunError when it cannot be written.
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
Recording readFreshRunResult(QDataStream &stream);
/// The child left an outcome, of whatever kind.
bool hasFreshRunResult(const QString &folder);

/// One step of the child.
struct FreshRunProgress
{
    int done = 0;  ///< 0 … total
    int total = 1; ///< ≥ 1
    std::string what;
};
/// "3 10 run 2 of 8", without the end of the line.
std::string progressLine(const FreshRunProgress &progress);
/// The inverse; nothing where the line is no progress: a library may print to standard output, too.
std::optional<FreshRunProgress> readProgressLine(const QByteArray &line);

} // namespace streamscope
