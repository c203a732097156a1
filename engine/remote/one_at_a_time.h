// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"

#include <chrono>
#include <mutex>

namespace streamscope {

/// Waits for its turn, and no longer than until a stop request. @throws Cancelled.
inline std::unique_lock<std::timed_mutex> turnAt(std::timed_mutex &mutex, const RunControl &control)
{
    constexpr std::chrono::milliseconds moment(20);
    std::unique_lock lock(mutex, std::defer_lock);
    while (!lock.try_lock_for(moment))
        control.checkStop();
    return lock;
}

} // namespace streamscope
