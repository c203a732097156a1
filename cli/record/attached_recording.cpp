// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/record/attached_recording.h"

#include "cli/common/console.h"

#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/run/record/recorder_connection.h"
#include "engine/run/record/recording_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <limits>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace streamscope {

namespace {

/// The signals that end a recording, as something that poll() waits for.
class EndSignals
{
public:
    EndSignals()
    {
        sigset_t signals;
        sigemptyset(&signals);
        for (const int number : {SIGINT, SIGTERM, SIGHUP})
            sigaddset(&signals, number);
        pthread_sigmask(SIG_BLOCK, &signals, &m_before);
        m_descriptor = signalfd(-1, &signals, SFD_CLOEXEC);
    }
    EndSignals(const EndSignals &) = delete;
    EndSignals &operator=(const EndSignals &) = delete;
    ~EndSignals()
    {
        release();
        close(m_descriptor);
    }
    int descriptor() const { return m_descriptor; }
    /// Takes the first one: from now on they do what they usually do.
    void release()
    {
        signalfd_siginfo taken{};
        pollfd waiting{m_descriptor, POLLIN, 0};
        if (poll(&waiting, 1, 0) > 0)
            static_cast<void>(!read(m_descriptor, &taken, sizeof taken));
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }

private:
    sigset_t m_before{};
    int m_descriptor = -1;
};

int processNumber(const std::string &text)
{
    const auto number = parseWholeNumber(text);
    if (!number || *number <= 0 || *number > std::numeric_limits<int>::max())
        throw InputError("--attach: '" + text + "' is no process; give its number");
    return static_cast<int>(*number);
}

/// @returns false when the process has ended
bool waitForEnd(const RecorderConnection &recorder, const EndSignals &signals, std::int64_t durationMs)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::milliseconds(durationMs);
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (durationMs > 0 && left <= 0)
            return true;
        std::array<pollfd, 2> waiting{{{recorder.descriptor(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}}};
        const auto patience = static_cast<int>(std::min<std::int64_t>(left, std::numeric_limits<int>::max()));
        if (poll(waiting.data(), waiting.size(), durationMs > 0 ? patience : -1) < 0 && errno != EINTR)
            return true;
        if (waiting[1].revents != 0)
            return true;
        if (waiting[0].revents != 0)
            return false;
    }
}

void requireStartable(const RecorderConnection &recorder, const RecorderStatus &status)
{
    const std::string process = "process " + std::to_string(recorder.process());
    if (status.state == RecorderStatus::State::Recording)
        throw RunError(process + " is being recorded already, into " + status.file);
    if (status.state == RecorderStatus::State::Failed)
        throw RunError("the recorder of " + process + " has failed: " + status.file);
}

/// What is in the file of a process that ended by itself, less what was there before.
RecordingTotal totalIn(const std::string &file)
{
    const std::size_t slash = file.rfind('/');
    for (const RecordingFile &known : RecordingFiles(slash == std::string::npos ? "." : file.substr(0, slash)).look())
        if (known.path == file)
            return {known.operations, known.bytes, 1};
    return {};
}

} // namespace

int recordAttached(const std::string &process, std::int64_t durationMs)
{
    EndSignals signals;
    RecorderConnection recorder(processNumber(process));
    const RecorderStatus before = recorder.status();
    requireStartable(recorder, before);
    recorder.start("streamscope record --attach");
    std::string file = recorder.status().file;
    printMessage("recording process " + process + (durationMs > 0 ? "" : "; Ctrl-C ends the recording"));
    RecordingTotal total;
    const bool lives = waitForEnd(recorder, signals, durationMs);
    signals.release(); // whoever does not want to wait for the file
    if (lives) {
        recorder.stop();
        const RecorderStatus after = recorder.status();
        total = {after.operations, after.bytes, 1};
        file = after.file;
    } else {
        total = totalIn(file);
    }
    total.operations -= std::min(total.operations, before.operations);
    printMessage(total.operations == 0 ? "nothing recorded: the process ran nothing on a GPU meanwhile"
                                       : recordedText(total) + (lives ? "" : "; the process has ended"));
    printLine(file);
    return 0;
}

} // namespace streamscope
