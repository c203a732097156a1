// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/recorder_thread.h"

#include "engine/recorder/control_socket.h"
#include "engine/recorder/recording.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <vector>

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace streamscope::recorder {

namespace {

std::atomic<int> signalled = -1; ///< an eventfd

/// What the thread works on.
struct Work
{
    Recording &recording;
    ControlSocket control{recording}; ///< open before the thread runs, so that nobody knocks too early
};

/// Only what a signal handler may do.
void tellThread(int)
{
    const int saved = errno;
    const std::uint64_t one = 1;
    if (write(signalled.load(), &one, sizeof one) < 0) {
        // Told already.
    }
    errno = saved;
}

/// Unless the program uses the signal itself.
void takeSignal(int number)
{
    struct sigaction present
    {};
    if (number <= 0 || sigaction(number, nullptr, &present) != 0 || present.sa_handler != SIG_DFL)
        return;
    signalled = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct sigaction action
    {};
    action.sa_handler = tellThread;
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, nullptr);
}

bool wasSignalled()
{
    std::uint64_t times = 0;
    return signalled >= 0 && read(signalled, &times, sizeof times) == sizeof times && times % 2 == 1;
}

[[noreturn]] void *recorderMain(void *argument)
{
    auto &[recording, control] = *static_cast<Work *>(argument);
    recording.adoptThread();
    std::vector<pollfd> waiting;
    for (;;) {
        const int timeout = recording.work();
        waiting.clear();
        waiting.push_back({recording.wakeDescriptor(), POLLIN, 0});
        if (signalled >= 0)
            waiting.push_back({signalled, POLLIN, 0});
        control.addTo(waiting);
        poll(waiting.data(), waiting.size(), timeout);
        if (wasSignalled())
            recording.toggle();
        control.serve();
    }
}

} // namespace

bool startRecorderThread(Recording &recording)
{
    auto *work = new Work{recording}; // as long as the process
    takeSignal(recording.options().signal);
    // Signals are for the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread{};
    const bool started = pthread_create(&thread, nullptr, recorderMain, work) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (started) {
        pthread_setname_np(thread, "streamscope-rec");
        pthread_detach(thread);
    }
    return started;
}

} // namespace streamscope::recorder
