// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/run/fresh_run.h"

#include <QString>

#include <chrono>

namespace streamscope {

/// Starts this program anew for one run: with another number of connections to the GPU, which CUDA reads once when it
/// starts, or for a cold start. The run's outcome comes back whole, as if it had run here.
class FreshProcess
{
public:
    /// `executable` answers to freshRunCommand; without one it is that of this process. A child that is to stop and
    /// does not within `patience` is killed.
    explicit FreshProcess(QString executable = {}, std::chrono::milliseconds patience = std::chrono::seconds(5));

    /// Progress is the child's; a stop request stops the child first. No child and no file of it is left behind.
    /// @throws as Executor::run(); RunError also when the child does not start, crashes, is killed or leaves an outcome
    ///         that cannot be read: one line that says which.
    Recording run(const FreshRunRequest &request, const RunControl &control) const;

private:
    QString m_executable;
    std::chrono::milliseconds m_patience;
};

} // namespace streamscope
