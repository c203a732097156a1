// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/io/byte_source.h"
#include "engine/program/errors.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>

// The protocol of a run in a process of its own. The request is JSON in a folder; the child writes the outcome to the
// same folder, completely or not at all, and prints one line per step of progress to its standard output.

namespace streamscope {

/// The internal subcommand that runs a request; its argument is the folder.
inline constexpr const char *freshRunCommand = "fresh-run";

/// The request to the child.
struct FreshRunRequest
{
    std::string device; ///< id
    Program program;
    RunOptions options;
};

/// The request as JSON. @throws InputError when the Program cannot be written as a file.
QByteArray freshRunRequestJson(const FreshRunRequest &request);
/// The inverse; `source` names the text in messages. @throws InputError.
FreshRunRequest readFreshRunRequest(const QByteArray &json, const std::string &source);

/// Writes the request into `folder`. @throws as freshRunRequestJson(), RunError when it cannot be written.
void writeFreshRunRequest(const FreshRunRequest &request, const QString &folder);

/// Called in the child: runs the request in `folder` on this process's device and writes the outcome, which may be an
/// error, to `folder`. @throws RunError when the outcome cannot be written.
void executeFreshRun(const QString &folder, const RunControl &control);

/// The child's outcome cannot be read.
struct BrokenOutcome : RunError
{
    using RunError::RunError;
};

/// Reads the outcome. @throws InputError, RunError and Cancelled as in the child; BrokenOutcome.
Recording readFreshRunResult(const QString &folder);
Recording readFreshRunResult(ByteSource &bytes);
/// True when the child has written an outcome, a result or an error.
bool hasFreshRunResult(const QString &folder);

/// One step of the child's progress.
struct FreshRunProgress
{
    int done = 0;  ///< 0 … total
    int total = 1; ///< ≥ 1
    std::string what;
};
/// "3 10 run 2 of 8", without the line end.
std::string progressLine(const FreshRunProgress &progress);
/// The inverse; empty for any other line: a library may print to standard output, too.
std::optional<FreshRunProgress> readProgressLine(const QByteArray &line);

} // namespace streamscope
