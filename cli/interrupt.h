// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace streamscope {

/// Ends a subcommand on SIGINT (Ctrl+C), SIGTERM or SIGHUP. The first signal requests a stop, so that a run ends in
/// order. A program that still runs half a second later (a blocked read, a call of the driver) is ended with exit code
/// 1. A second signal ends the program at once, by that signal. In all three cases unfinished files are removed. A
/// signal that was ignored at start (nohup) stays ignored.
///
/// Create it before any other thread, because threads inherit the blocked signals.
class InterruptWatcher
{
public:
    InterruptWatcher();
    InterruptWatcher(const InterruptWatcher &) = delete;
    InterruptWatcher &operator=(const InterruptWatcher &) = delete;
    ~InterruptWatcher();

    std::stop_token token() const { return m_stop.get_token(); }

private:
    void watch(const std::stop_token &ended);
    void waitForTheEnd(const std::stop_token &ended) const;

    sigset_t m_signals{}, m_before{};
    std::stop_source m_stop;
    std::jthread m_thread; ///< last: it uses the others
};

} // namespace streamscope
