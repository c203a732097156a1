// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// The copies that can be timed by watching their destination instead of an event behind them. An event between two
/// copies drains their engine; watching the memory costs the engine nothing. A copy has ended when the last four bytes
/// of its destination differ from the value that was put there before the run. For this, no operation may use these
/// bytes before the copy, no other copy may write them at all (a kernel behind an H2D copy may, because only the first
/// change counts), and the data of the copy must be known before the run.
struct WatchPlan
{
    static constexpr std::int32_t none = -1;
    static constexpr std::size_t most = 4096; ///< copies of one Program
    static constexpr std::uint64_t wordBytes = 4;

    struct Word
    {
        std::int32_t operation = none; ///< the copy
        BufferRange place;             ///< the last four bytes of its destination
        BufferRange source;            ///< the copy's source of these bytes
    };
    std::vector<Word> words;          ///< in issue order; empty: no copy can be watched
    std::vector<std::int32_t> wordOf; ///< by operation: index into `words`, or none
    /// Why the first copy that is not watched keeps an event, or why no copy is watched. One clause without a full
    /// stop; empty when all copies are watched.
    std::string problem;
    /// True when no operation of the Program needs an event: all copies are watched, and all other operations note
    /// their own times.
    bool everything = false;
};

/// Depends only on the Program, which must be sound (findProblems()).
WatchPlan planWatch(const Program &program);

} // namespace streamscope
