// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/interrupt.h"

#include <csignal>
#include <ctime>
#include <pthread.h>

namespace streamscope {

InterruptWatcher::InterruptWatcher()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    m_thread = std::jthread([this, signals](const std::stop_token &ended) {
        constexpr timespec interval{0, 20'000'000};
        while (!ended.stop_requested()) {
            if (sigtimedwait(&signals, nullptr, &interval) < 0)
                continue;
            m_stop.request_stop();
            pthread_sigmask(SIG_UNBLOCK, &signals, nullptr); // the next one has its usual effect
            return;
        }
    });
}

} // namespace streamscope
