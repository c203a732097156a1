// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/engine_message.h"

#include <QByteArray>

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace streamscope {

/// A program and its arguments; no shell reads them. A name without '/' is looked for in the path.
struct EngineCommand
{
    std::string program;
    std::vector<std::string> arguments;
};

/// How a process ended.
struct ProcessEnd
{
    bool bySignal = false;
    int number = 0; ///< of the signal, or the exit code
};

/// A started process with our ends of its standard input, output and error. It gets no signal of our terminal. Use it
/// from one thread at a time.
class EngineChild
{
public:
    /// @throws RunError with the reason when it does not start.
    explicit EngineChild(const EngineCommand &command);
    EngineChild(const EngineChild &) = delete;
    EngineChild &operator=(const EngineChild &) = delete;
    /// Kills it.
    ~EngineChild();

    /// Queues bytes for its standard input; exchange() sends them.
    void send(const QByteArray &bytes) { m_toSend.append(bytes); }
    /// Sends and receives what can be, waiting up to `wait` for the first of it. Appends its output to `received`.
    /// False when no output comes any more.
    bool exchange(std::chrono::milliseconds wait, MessageReader &received);
    /// True while it runs and has not closed its output.
    bool isAlive();

    /// Ends its standard input.
    void closeInput();
    /// Waits for its end; empty where it goes on.
    std::optional<ProcessEnd> waitForEnd(std::chrono::milliseconds patience);
    void kill();

    /// The last line that it wrote to its standard error, without its full stop; may be empty.
    std::string lastWords();

private:
    void start(const EngineCommand &command, int input, int output, int errors);
    bool reap();
    bool receive(MessageReader &received);
    bool listen();
    void deliver();

    pid_t m_pid = -1;
    int m_input = -1, m_output = -1, m_errors = -1; ///< our ends; −1: closed
    QByteArray m_toSend, m_words;
    std::vector<char> m_piece = std::vector<char>(1 << 18); ///< of the output
    std::optional<ProcessEnd> m_end;
};

} // namespace streamscope
