// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// What the recorder of a process says of itself.
struct RecorderStatus
{
    enum class State { Waiting, Recording, Stopped, Failed };

    State state = State::Waiting;
    std::uint64_t operations = 0, dropped = 0, bytes = 0;
    std::string file; ///< of a recorder that failed: the reason

    bool operator==(const RecorderStatus &) const = default;
};

/// The control socket of a process that was started with the recorder: see engine/recorder/control.h.
class RecorderConnection
{
public:
    /// @throws InputError in one line: there is no such process, it belongs to another user, or it has no recorder.
    explicit RecorderConnection(int process);
    RecorderConnection(const RecorderConnection &) = delete;
    RecorderConnection &operator=(const RecorderConnection &) = delete;
    ~RecorderConnection();

    /// Each waits for the answer. @throws RunError when the process ends, does not answer in time or refuses.
    void start(const std::string &cause);
    void stop();
    RecorderStatus status();

    /// For poll(): readable between two commands means that the process has ended.
    int descriptor() const { return m_descriptor; }
    int process() const { return m_process; }
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

private:
    std::string ask(const std::string &command);
    void askForOk(const std::string &command);
    std::string who() const;

    int m_process;
    int m_descriptor = -1;
    std::string m_received;
    std::chrono::milliseconds m_patience = std::chrono::seconds(60); ///< a slow disk takes its time
};

/// An answer to "status". @throws RunError for anything else.
RecorderStatus parseRecorderStatus(const std::string &line);

/// The processes of this user whose recorder can be reached; of one recording where `folder` is not empty. Sorted.
std::vector<int> recordedProcesses(const std::string &folder = {});

/// The command of a process, for a message: the program without its folder, and arguments; empty where it has gone.
std::string commandOf(int process);

} // namespace streamscope
