// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A program for tests of the launcher: what it does is said by its arguments, one after another.
//   cuda           loads the recorder as CUDA does
//   rows KIND N    lets the fake recorder write a chunk
//   torn           lets it write half a chunk
//   fork           goes on as parent and, first, as child
//   terminal       says what it finds of its terminal
//   catch          tidies up at Ctrl-Z before it stops itself
//   hear N         says "ready", then the number of each signal that comes, N in all
//   print TEXT, pause MILLISECONDS, exit N
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

void *recorder()
{
    static void *const library = dlopen(std::getenv("CUDA_INJECTION64_PATH"), RTLD_NOW);
    if (!library)
        std::fprintf(stderr, "%s\n", dlerror());
    return library;
}

template <typename Function>
Function *function(const char *name)
{
    return reinterpret_cast<Function *>(dlsym(recorder(), name));
}

void sayTerminal()
{
    for (const int descriptor : {0, 1, 2})
        std::printf("%d:%s ", descriptor, isatty(descriptor) ? "terminal" : "none");
    std::printf("%s\n", tcgetpgrp(0) == getpgrp() ? "foreground" : "background");
    std::printf("%s\n", getpgid(getppid()) == getpgrp() ? "group of the launcher" : "a group of its own");
    std::fflush(stdout);
}

void tidyUp(int)
{
    static_cast<void>(!write(STDOUT_FILENO, "tidied\n", 7));
    raise(SIGSTOP);
}

void hear(int count)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM})
        sigaddset(&signals, number);
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    std::puts("ready");
    for (; count > 0; --count) {
        std::fflush(stdout);
        std::printf("%d\n", sigwaitinfo(&signals, nullptr));
    }
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "cuda") {
            function<int()>("InitializeInjection")();
        } else if (word == "rows") {
            function<void(unsigned, unsigned)>("counting_recorder_chunk")(
                static_cast<unsigned>(std::atoi(argv[i + 1])), static_cast<unsigned>(std::atoi(argv[i + 2])));
            i += 2;
        } else if (word == "torn") {
            function<void()>("counting_recorder_torn")();
        } else if (word == "fork") {
            const pid_t child = fork();
            if (child != 0)
                waitpid(child, nullptr, 0);
        } else if (word == "terminal") {
            sayTerminal();
        } else if (word == "catch") {
            struct sigaction tidy
            {};
            tidy.sa_handler = tidyUp;
            sigaction(SIGTSTP, &tidy, nullptr);
        } else if (word == "hear") {
            hear(std::atoi(argv[++i]));
        } else if (word == "pause") {
            usleep(static_cast<useconds_t>(std::atoi(argv[++i])) * 1000); // a signal ends it early
        } else if (word == "print") {
            std::puts(argv[++i]);
            std::fflush(stdout);
        } else if (word == "exit") {
            return std::atoi(argv[++i]);
        }
    }
    return 0;
}
