// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "cli/common/memory_limit.h"

#include "engine/run/trace_job.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <stop_token>
#include <string>

namespace streamscope {

/// The common arguments of commands that read a trace: FILE, --range, --salvage and --memory-limit.
class TraceArguments
{
public:
    void addTo(CLI::App &app);

    const std::string &path() const { return m_path; }
    /// Empty when not given. @throws InputError
    const std::optional<TimeRange> &range();
    /// Imports and analyses the file with progress on the terminal. @throws as openTrace().
    RunResult open(const std::stop_token &stop);

private:
    std::string m_path, m_rangeText;
    std::optional<TimeRange> m_range;
    bool m_salvage = false;
    MemoryLimit m_memoryLimit;
};

} // namespace streamscope
