// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// An engine that fails on demand. What a Program asks for by its title happens during the run; what the first argument
// asks for happens at the start.
#include "tests/support/engine/faults.h"

#include "engine/executors/executor.h"
#include "engine/remote/engine_contents.h"
#include "engine/remote/engine_server.h"
#include "engine/run/devices.h"
#include "engine/run/machine_devices.h"

#include <QCoreApplication>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace streamscope;
using namespace streamscope::test;

namespace {

int streamOut = -1; ///< the stream's end, for rubbish

void put(const QByteArray &bytes)
{
    if (::write(streamOut, bytes.constData(), static_cast<std::size_t>(bytes.size())) != bytes.size())
        std::abort();
}

[[noreturn]] void hang()
{
    for (;;)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Returns where the run goes on.
void plant(std::string_view fault)
{
    if (plantGpuFault(fault))
        return;
    if (fault == "abort")
        std::abort();
    if (fault == "crash")
        std::raise(SIGSEGV);
    if (fault == "kill")
        std::raise(SIGKILL);
    if (fault == "exit")
        ::_exit(4);
    if (fault == "hang")
        hang();
    if (fault == "freeze")
        std::raise(SIGSTOP);
    if (fault == "rubbish")
        put("These are no messages of an engine, but words.");
    if (fault == "long message")
        put(messageBytes(MessageKind::Progress).replace(1, 8, QByteArray(8, '\x7f')));
    if (fault == "wrong answer")
        put(messageBytes(MessageKind::Devices));
    if (fault == "broken result")
        put(messageBytes(MessageKind::Result, "nothing"));
    if (fault == "print") {
        std::puts("a library prints this");
        std::fflush(stdout);
    }
    if (fault == "lost")
        throw DeviceLost("CUDA: planted: cudaErrorIllegalAddress (700); the device is lost to this process");
    if (fault == "no memory")
        throw RunError("not enough device memory (planted)");
}

class FaultyExecutor final : public Executor
{
public:
    explicit FaultyExecutor(std::unique_ptr<Executor> sound) : m_sound(std::move(sound)) {}
    const DeviceInfo &device() const override { return m_sound->device(); }
    std::optional<int> fixedConnections() const override
    {
        const auto own = m_sound->fixedConnections();
        const char *const asked = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
        return own ? *own : asked ? std::atoi(asked) : 8; // as CUDA has
    }
    int machineDevices() const override { return m_sound->machineDevices(); }

    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override
    {
        control.report(0, 1, "at work");
        if (program.title.starts_with(faultTitle))
            plant(std::string_view(program.title).substr(faultTitle.size()));
        return m_sound->run(program, options, control);
    }

private:
    std::unique_ptr<Executor> m_sound;
};

/// What happens before the first message.
void plantAtStart(const std::string &fault)
{
    if (fault == "other-version")
        put(streamOpening(engineStreamVersion + 1));
    if (fault == "other-build") {
        put(streamOpening() + messageBytes(MessageKind::Hello, writeHello({"9.9.9", 1})));
        hang();
    }
    if (fault == "banner")
        put("Welcome to this machine.\n");
    if (fault == "silent")
        hang();
    if (fault == "exit")
        std::exit(7);
    if (fault == "deaf") {
        std::fputs("the last words\n", stderr);
        std::exit(3);
    }
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    streamOut = ::dup(STDOUT_FILENO);
    std::string atStart;
    int connections = 0;
    for (int i = 1; i < argc; ++i)
        if (std::string_view(argv[i]) == engineConnectionsOption && i + 1 < argc)
            connections = std::atoi(argv[++i]);
        else if (atStart.empty())
            atStart = argv[i];
    askForConnections(connections);
    plantAtStart(atStart);
    serveEngineOnStandardStreams(
        {listDevicesHere, [](const std::string &id) { return std::make_unique<FaultyExecutor>(openDeviceHere(id)); },
         profileFileOf});
    return 0;
}
