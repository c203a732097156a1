// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A program as the CUDA driver sees it: it loads the library that CUDA_INJECTION64_PATH names and calls its door. Then
// it does what its arguments say, one after another:
//     launch N       N launches              threads T N   N launches in each of T threads
//     wait           until a line comes on standard input (it says "ready" before)
//     start, stop, step, window NAME, end    as streamscope_record.h
//     fork           a child that exits as usual              exec PROGRAM…   becomes another program
//     print          how many records the source was asked for
//     exit N, _exit N, crash, kill           the end; else exit 0
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

void *recorder = nullptr;

template <typename Function>
Function found(const char *name)
{
    return recorder ? reinterpret_cast<Function>(dlsym(recorder, name)) : nullptr;
}

void startCuda()
{
    if (const char *path = std::getenv("CUDA_INJECTION64_PATH"))
        recorder = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (const auto door = found<int (*)()>("InitializeInjection"))
        door();
}

void launch(int count)
{
    static const auto one = found<void (*)(std::uint32_t)>("fakeLaunch");
    for (int i = 0; one && i < count; ++i)
        one(static_cast<std::uint32_t>(13 + i % 4));
}

void launchInThreads(int threads, int count)
{
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
        all.emplace_back([count] { launch(count); });
    for (std::thread &thread : all)
        thread.join();
}

/// In short calls: the thread sanitizer keeps a signal back until a call that it watches returns.
void waitForLine()
{
    std::puts("ready");
    std::fflush(stdout);
    for (char c = 0; c != '\n';) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (poll(&input, 1, 20) > 0 && read(STDIN_FILENO, &c, 1) == 0)
            return;
    }
}

void call(const char *name)
{
    if (const auto function = found<int (*)()>(name))
        function();
}

void forkChild()
{
    std::fflush(stdout);
    if (fork() == 0) {
        launch(10);
        std::exit(0);
    }
    wait(nullptr);
}

} // namespace

int main(int argc, char **argv)
{
    startCuda();
    for (int i = 1; i < argc; ++i) {
        const std::string what = argv[i];
        const auto next = [&] { return ++i < argc ? argv[i] : ""; };
        if (what == "launch") {
            launch(std::atoi(next()));
        } else if (what == "threads") {
            const int threads = std::atoi(next());
            launchInThreads(threads, std::atoi(next()));
        } else if (what == "wait") {
            waitForLine();
        } else if (what == "start" || what == "window") {
            const bool window = what == "window";
            const auto function =
                found<int (*)(const char *)>(window ? "streamscope_record_window_begin" : "streamscope_record_start");
            const char *name = window ? next() : "test";
            if (function)
                function(name);
        } else if (what == "stop" || what == "step") {
            call(("streamscope_record_" + what).c_str());
        } else if (what == "end") {
            call("streamscope_record_window_end");
        } else if (what == "fork") {
            forkChild();
        } else if (what == "exec") {
            execv(argv[i + 1], argv + i + 1);
            return 126;
        } else if (what == "print") {
            const auto records = found<std::uint64_t (*)()>("fakeRecords");
            std::printf("%llu\n", static_cast<unsigned long long>(records ? records() : 0));
        } else if (what == "exit") {
            return std::atoi(next());
        } else if (what == "_exit") {
            std::fflush(stdout);
            _exit(std::atoi(next()));
        } else if (what == "kill") {
            std::fflush(stdout);
            raise(SIGKILL);
        } else {
            std::fprintf(stderr, "unknown word '%s'\n", what.c_str());
            return 2;
        }
    }
    return 0;
}
