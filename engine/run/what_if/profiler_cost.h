// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/what_if/replayed_run.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

/// What a profiler adds to what it records, in nanoseconds.
struct ProfilerCost
{
    double call;                        ///< of the runtime or the driver
    double graphLaunch;                 ///< of a graph, in all
    double graphNode;                   ///< to that, for each of its nodes
    double gpuNode;                     ///< to the time of each kernel in a graph
    double anOperator;                  ///< of PyTorch
    double launchWorkShare = 1;         ///< of the host's work to make calls, what is not the profiler's
    std::int64_t mostLaunchWorkNs = -1; ///< longer work is the program's own, but where operators fill it
    /// Of work that no operators fill, in a program with operators: what the two around it may take outside of
    /// themselves.
    double besideOperators = std::numeric_limits<double>::infinity();
};

/// The least and the most that the profiler of a trace may have added: PyTorch's, or StreamScope's recorder, which has
/// measured a part of it. Nothing for other profilers, for traces without the calls of all operations, and where the
/// replay is far from the trace.
std::optional<std::pair<ProfilerCost, ProfilerCost>> profilerCostOf(const ReplayedRun &run);

/// Makes a Program, which came of such a replay, what it would be without the profiler, until this object goes: a copy
/// of millions of operations takes more. Calls get shorter by the profiler's part, and the host's work to make them
/// by that of the calls and operators that it holds. What the program computes itself stays.
class WithoutProfiler
{
public:
    /// `program` must outlive this, and nobody else may change or use it meanwhile.
    WithoutProfiler(Program &program, const ProfilerCost &cost);
    ~WithoutProfiler();
    WithoutProfiler(const WithoutProfiler &) = delete;
    WithoutProfiler &operator=(const WithoutProfiler &) = delete;

private:
    void change(std::int64_t &ns, std::int64_t to);
    void putBack(std::int64_t &ns);

    Program &m_program;
    /// What went of each time, ns, in the order of the operations; 2³² − 1: as m_far says.
    std::vector<std::uint32_t> m_taken;
    std::vector<std::int64_t> m_far;       ///< of more than 4 s, in the same order
    std::size_t m_next = 0, m_nextFar = 0; ///< to be put back
};

/// A time without the profiler, known to ±5 %, or only its bounds.
struct PlainTime
{
    std::int64_t lowNs = 0, highNs = 0;

    /// Empty where the profiler's cost is known too little.
    std::optional<std::int64_t> known() const;
};

} // namespace streamscope
