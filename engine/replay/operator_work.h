// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/thread_turns.h"
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

private:
    struct Interval
    {
        std::int64_t begin, end;
    };
    std::map<std::int32_t, std::vector<Interval>> m_inside; ///< by thread of the replay, apart and in order
};

} // namespace streamscope
