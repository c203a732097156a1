// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"

#include <condition_variable>
#include <mutex>

namespace streamscope {

/// Lets one in at a time. Whoever waits leaves on a stop request.
class OneAtATime
{
public:
    /// The others wait as long as it lives.
    class Turn
    {
    public:
        explicit Turn(OneAtATime &of) : m_of(of) {}
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;
        ~Turn() { m_of.leave(); }

    private:
        OneAtATime &m_of;
    };

    /// Waits for its turn. @throws Cancelled.
    Turn turn(const RunControl &control)
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, control.stop, [this] { return !m_isTaken; }))
            throw Cancelled();
        m_isTaken = true;
        return Turn(*this);
    }

private:
    void leave()
    {
        const std::lock_guard lock(m_mutex);
        m_isTaken = false;
        m_changed.notify_one();
    }

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_isTaken = false; ///< guarded by m_mutex
};

} // namespace streamscope
