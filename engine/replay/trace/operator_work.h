// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/thread_turns.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// When a host thread was inside operators of a framework (aten::mm, the autograd engine's) or PyTorch's optimizers,
/// whose work is to find and prepare launches.
class OperatorWork
{
public:
    /// Both only while this is made.
    OperatorWork(const Timeline &timeline, const ThreadTurns &turns);

    /// True where operators fill half of `begin` to `end` (nanoseconds) on the thread, or on one with which it takes
    /// turns.
    bool fills(std::int32_t thread, std::int64_t begin, std::int64_t end) const;

    /// True where both times lie in one outermost operator of the thread, or in operators without a pause between them.
    bool isInOne(std::int32_t thread, std::int64_t earlier, std::int64_t later) const;

    struct Interval
    {
        std::int64_t begin, end;
        bool handsOver = false; ///< to or from the autograd engine's thread
    };
    /// Of the time between two calls what is neither the rest of the operators around the first call nor those that
    /// lead to the second one, with the short pauses between operators: the program's own work. All of it where no
    /// operator is around either call.
    Interval ownWork(std::int32_t thread, std::int64_t begin, std::int64_t end) const;

    /// The same, but of the operators around the calls only the outermost ones that the calls stand in, and not others
    /// between them, nor those of the autograd engine that add a gradient to another one and are there without a
    /// launch, too. Where one operator is around both calls all is `begin` to `end`.
    Interval betweenOperators(std::int32_t thread, std::int64_t begin, std::int64_t end) const;

private:
    const Interval *around(std::int32_t thread, std::int64_t time) const;
    void addHandOvers(const HostEvents &events, const ThreadTurns &turns);

    using Intervals = std::map<std::int32_t, std::vector<Interval>>; ///< by thread of the replay, apart and in order
    static const Interval *openAt(const Intervals &intervals, std::int32_t thread, std::int64_t time);

    Intervals m_inside;
    Intervals m_addGradients; ///< for each parameter, also where there is nothing to launch
};

} // namespace streamscope
