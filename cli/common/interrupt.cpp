// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/interrupt.h"

#include "engine/formats/io/output_file.h"

#include <chrono>
#include <ctime>
#include <optional>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

namespace streamscope {

namespace {

constexpr int exitStopped = 1;
/// The system takes its time to end a process, too: the memory of a large run 0.4 s (H200, 16 GiB pageable).
constexpr std::chrono::milliseconds patience(300);

/// The next signal of `signals`, if one comes in the next moment.
std::optional<int> nextSignal(const sigset_t &signals)
{
    constexpr timespec moment{0, 20'000'000};
    const int number = sigtimedwait(&signals, nullptr, &moment);
    return number < 0 ? std::nullopt : std::optional(number);
}

[[noreturn]] void endBySignal(int number)
{
    removeUnfinishedFiles();
    std::signal(number, SIG_DFL);
    sigset_t it;
    sigemptyset(&it);
    sigaddset(&it, number);
    pthread_sigmask(SIG_UNBLOCK, &it, nullptr);
    std::raise(number);
    _exit(exitStopped); // not reached
}

/// Works whatever the main thread does and whichever locks it holds.
[[noreturn]] void endAtOnce()
{
    removeUnfinishedFiles();
    constexpr std::string_view line = "streamscope: stopped\n";
    static_cast<void>(!write(STDERR_FILENO, line.data(), line.size()));
    _exit(exitStopped);
}

} // namespace

InterruptWatcher::InterruptWatcher()
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT); // also in the background of a script, where the shell switches it off
    sigaddset(&m_signals, SIGTERM);
    struct sigaction hangUp
    {};
    if (sigaction(SIGHUP, nullptr, &hangUp) == 0 && hangUp.sa_handler != SIG_IGN)
        sigaddset(&m_signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    m_thread = std::jthread([this](const std::stop_token &ended) { watch(ended); });
}

InterruptWatcher::~InterruptWatcher()
{
    m_thread.request_stop();
    m_thread.join();
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

void InterruptWatcher::watch(const std::stop_token &ended)
{
    while (!ended.stop_requested())
        if (nextSignal(m_signals)) {
            m_stop.request_stop();
            waitForTheEnd(ended);
            return;
        }
}

void InterruptWatcher::waitForTheEnd(const std::stop_token &ended) const
{
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!ended.stop_requested()) {
        if (const auto second = nextSignal(m_signals))
            endBySignal(*second);
        if (std::chrono::steady_clock::now() >= deadline)
            endAtOnce();
    }
}

} // namespace streamscope
