// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace streamscope {

/// Ends a subcommand on SIGINT (Ctrl+C), SIGTERM or SIGHUP while it lives. The first signal is a stop request, so that
/// a run ends in order; what has not ended 0.3 s later (a read that nobody answers, a call of the driver) is ended with
/// exit code 1. A second signal ends the program at once, by that signal. In all three ways unfinished files are
/// removed. nohup is obeyed: where SIGHUP is switched off at the start, it stays off.
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
