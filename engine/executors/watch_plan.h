// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Which copies can be timed by looking at their destination instead of an event behind them: an event between two
/// copies of one engine drains it, a look at the memory costs the engine nothing. A copy has ended when the last four
/// bytes of its destination change from what was put there before the run. They must tell that copy from everything
/// else: nothing else may use them before it, no other copy may write them at all (a kernel behind a copy into the
/// device may, only the first change counts), and what the copy brings must be known before the run.
struct WatchPlan
{
    static constexpr std::int32_t none = -1;
    static constexpr std::size_t most = 4096; ///< copies of one Program
    static constexpr std::uint64_t wordBytes = 4;

    struct Word
    {
        std::int32_t operation = none; ///< the copy
        BufferRange place;             ///< the last four bytes of its destination
        BufferRange source;            ///< where they come from
    };
    std::vector<Word> words;          ///< in issue order; empty: nothing can be watched
    std::vector<std::int32_t> wordOf; ///< by operation: index into `words`, or none
    /// Why a copy that is not watched keeps an event, that of the first one; where nothing is watched, why. One clause
    /// without a full stop; empty when all copies are watched.
    std::string problem;
    /// No operation of the Program needs an event: its copies are watched, the others note their own times.
    bool everything = false;
};

/// A function of the Program alone. `program` is sound (findProblems()).
WatchPlan planWatch(const Program &program);

} // namespace streamscope
