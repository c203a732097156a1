// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <stop_token>
#include <thread>

namespace streamscope {

/// Turns Ctrl+C (SIGINT) and SIGTERM into a stop request while it lives, so that a run ends in order. A second Ctrl+C
/// ends the program at once. Make it before any other thread: they inherit the blocked signals.
class InterruptWatcher
{
public:
    InterruptWatcher();
    InterruptWatcher(const InterruptWatcher &) = delete;
    InterruptWatcher &operator=(const InterruptWatcher &) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_thread; ///< last: it uses the others
};

} // namespace streamscope
