// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/run/fresh_run.h"

#include <QString>

#include <chrono>

namespace streamscope {

/// Starts this program in a new process for one run: for another number of connections to the GPU, which CUDA reads
/// once when it starts, or for a cold start. The complete Recording comes back to this process.
class FreshProcess
{
public:
    /// `executable` handles freshRunCommand; empty: this process's executable. A child that does not stop within
    /// `patience` after a stop request is killed.
    explicit FreshProcess(QString executable = {}, std::chrono::milliseconds patience = std::chrono::seconds(5));

    /// Reports the child's progress. A stop request stops the child first. Leaves no child process and no file.
    /// @throws as Executor::run(); also RunError, naming the cause in one line, when the child does not start, crashes,
    ///         is killed or leaves an unreadable outcome.
    Recording run(const FreshRunRequest &request, const RunControl &control) const;

private:
    QString m_executable;
    std::chrono::milliseconds m_patience;
};

} // namespace streamscope
