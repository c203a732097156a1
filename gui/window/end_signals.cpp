// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/end_signals.h"

#include <QSocketNotifier>

#include <atomic>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

constexpr int watched[] = {SIGTERM, SIGINT, SIGHUP};
constexpr long maxNs = 900'000'000; ///< from the signal to the end

// What the handler touches.
std::atomic<int> firstSignal = 0;
static_assert(std::atomic<int>::is_always_lock_free);
int pipeEnds[2] = {-1, -1};
timer_t endTimer;

extern "C" void noteSignal(int number)
{
    int none = 0;
    if (!firstSignal.compare_exchange_strong(none, number)) {
        signal(number, SIG_DFL);
        raise(number); // takes effect when this returns
        return;
    }
    constexpr itimerspec once{{0, 0}, {0, maxNs}};
    timer_settime(endTimer, 0, &once, nullptr);
    const char byte = 0;
    [[maybe_unused]] const auto written = write(pipeEnds[1], &byte, 1);
}

void setHandler(int number, void (*handler)(int))
{
    struct sigaction action = {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) // nohup, or a background job of a script
        return;
    action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, nullptr);
}

} // namespace

EndSignals::EndSignals(QObject *parent) : QObject(parent)
{
    firstSignal = 0;
    sigevent alarm = {};
    alarm.sigev_notify = SIGEV_SIGNAL;
    alarm.sigev_signo = SIGALRM;
    if (timer_create(CLOCK_MONOTONIC, &alarm, &endTimer) != 0 || pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // the signals have their usual effect
    auto *notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, notifier] {
        notifier->setEnabled(false);
        Q_EMIT arrived(firstSignal);
    });
    for (const int number : watched)
        setHandler(number, noteSignal);
}

EndSignals::~EndSignals()
{
    if (pipeEnds[1] < 0 || firstSignal != 0) // it has begun: the timer sees to the rest
        return;
    for (const int number : watched)
        setHandler(number, SIG_DFL);
    timer_delete(endTimer);
    for (int &end : pipeEnds)
        close(std::exchange(end, -1));
}

void EndSignals::end(int number)
{
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number); // where it is blocked
}

} // namespace streamscope
