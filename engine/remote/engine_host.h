// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/engine_child.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace streamscope {

/// Where engine processes start, and how they are spoken of.
struct EngineHost
{
    EngineCommand command; ///< of an engine without options
    std::string name;      ///< "The engine process", "The engine on gpu1": begins a sentence
    std::string machine;   ///< "gpu1"; "this machine"
    std::string prefix;    ///< of the ids of its devices: "ssh://gpu1/"; empty on this machine
    /// How long the engine may take until it says Hello.
    std::chrono::milliseconds answersWithin = std::chrono::seconds(10);
    /// How long a run may take to stop before its engine is killed.
    std::chrono::milliseconds patience = std::chrono::seconds(5);
    /// Runs of one engine, at least 1: another takes its place before the next. Each picture by CUPTI leaves 0.6 MiB of
    /// the GPU's memory and 0.05 MiB of the host's taken until the process ends (docs/measurements/soak.md).
    int mostRuns = 50;
    /// Explains the end of a process that brought the engine here (ssh): a sentence without its full stop; empty where
    /// it knows nothing. `saidHello`: the engine was there.
    std::function<std::string(const std::optional<ProcessEnd> &end, const std::string &lastWords, bool saidHello)>
        explain;
};

/// This machine. `program` handles engineCommand; empty: this process's program.
EngineHost localEngineHost(const std::string &program = {});

} // namespace streamscope
