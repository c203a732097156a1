// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"
#include "engine/run/open_ranks.h"
#include "engine/run/trace_job.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

// Arguments that several commands share.

namespace streamscope {

/// --memory-limit of the commands that read a trace, a program or a preset.
class MemoryLimit
{
public:
    void addTo(CLI::App &app);
    /// 0 when not given. @throws InputError for a text that is no size.
    std::uint64_t bytes() const;

private:
    std::string m_text;
};

/// --set of the commands that run an experiment.
class SettingArguments
{
public:
    void addTo(CLI::App &app);
    bool isEmpty() const { return m_texts.empty(); }
    /// @throws InputError naming the parameter, the value and what is allowed.
    void apply(Parameters &parameters) const;
    /// " --set name=value" for each.
    std::string text() const;

private:
    std::vector<std::string> m_texts;
};

/// What `run` and `sweep` run: TARGET, --set, --device, --repeat and --memory-limit.
class TargetArguments
{
public:
    void addTo(CLI::App &app, const std::string &repeatHelp);

    /// The target with the values of --set and --repeat. @throws InputError naming the parameter, the value and what is
    /// allowed.
    Preset preset() const;
    const std::string &target() const { return m_target; }
    const std::string &device() const { return m_device; }
    bool setsValues() const { return !m_settings.isEmpty() || !m_repeat.empty(); }
    std::uint64_t memoryLimit() const { return m_memoryLimit.bytes(); }

private:
    std::string m_target, m_device, m_repeat;
    SettingArguments m_settings;
    MemoryLimit m_memoryLimit;
};

/// The arguments of commands that read a trace: FILE, --range, --salvage and --memory-limit.
class TraceArguments
{
public:
    void addTo(CLI::App &app);

    const std::string &path() const { return m_path; }
    /// A folder with a single trace stands for that. @throws InputError for a folder without traces.
    void enterFolder() { m_path = loneTrace(m_path); }
    /// As ImportOptions::memoryLimit.
    std::uint64_t memoryLimit() const { return m_memoryLimit.bytes(); }
    ImportOptions importOptions() const { return {m_salvage, memoryLimit()}; }
    /// Empty when not given. A step is known when the file is open. @throws InputError
    const std::optional<TimeRange> &range();
    /// Imports the file with progress on the terminal, and analyses it where that is asked. @throws as openTrace().
    RunResult open(const std::stop_token &stop, bool withAnalysis = true);
    /// A message that neither the file nor the range has an operation; `consequence` ends it.
    void reportNothing(const std::string &consequence) const;

private:
    bool asksForStep() const { return m_rangeText.starts_with("step:"); }
    void findRangeOfStep(const Timeline &timeline);

    std::string m_path, m_rangeText;
    std::optional<TimeRange> m_range;
    bool m_salvage = false;
    MemoryLimit m_memoryLimit;
};

} // namespace streamscope
