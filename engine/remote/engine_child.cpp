// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/engine_child.h"

#include "engine/program/system_error_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char **environ; // NOLINT: POSIX declares it nowhere

namespace streamscope {

namespace {

constexpr qsizetype maxErrorBytes = 4096; ///< kept of its standard error
constexpr int pipeBytes = 1 << 20;        ///< a large result comes in fewer pieces

/// Two connected descriptors that no other child inherits.
class Ends
{
public:
    explicit Ends(bool isPipe)
    {
        const int failed = isPipe ? ::pipe2(m_ends.data(), O_CLOEXEC)
                                  : ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, m_ends.data());
        if (failed != 0)
            throw RunError(Phrase("engine", "there is no pipe to an engine process: %1").arg(systemErrorText(errno)));
    }
    Ends(const Ends &) = delete;
    Ends &operator=(const Ends &) = delete;
    ~Ends()
    {
        for (const int end : m_ends)
            if (end >= 0)
                ::close(end);
    }
    int operator[](std::size_t i) const { return m_ends[i]; }
    int take(std::size_t i) { return std::exchange(m_ends[i], -1); }

private:
    std::array<int, 2> m_ends{-1, -1};
};

void closeEnd(int &end)
{
    if (end >= 0)
        ::close(std::exchange(end, -1));
}

struct SpawnActions
{
    SpawnActions() { posix_spawn_file_actions_init(&actions); }
    SpawnActions(const SpawnActions &) = delete;
    SpawnActions &operator=(const SpawnActions &) = delete;
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
    posix_spawn_file_actions_t actions{};
};

/// No signal is blocked or ignored, and a process group of its own keeps the terminal's Ctrl+C away: the program
/// decides when its engine ends.
struct SpawnAttributes
{
    SpawnAttributes()
    {
        posix_spawnattr_init(&attributes);
        sigset_t none, usual;
        sigemptyset(&none);
        sigemptyset(&usual);
        for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD})
            sigaddset(&usual, signal);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    SpawnAttributes(const SpawnAttributes &) = delete;
    SpawnAttributes &operator=(const SpawnAttributes &) = delete;
    ~SpawnAttributes() { posix_spawnattr_destroy(&attributes); }
    posix_spawnattr_t attributes{};
};

} // namespace

EngineChild::EngineChild(const EngineCommand &command)
{
    Ends input(false), output(true), errors(true); // a socket reports a closed end without a signal
    start(command, input[1], output[1], errors[1]);
    m_input = input.take(0);
    m_output = output.take(0);
    m_errors = errors.take(0);
    ::fcntl(m_output, F_SETPIPE_SZ, pipeBytes); // less is enough
    for (const int end : {m_input, m_output, m_errors})
        ::fcntl(end, F_SETFL, O_NONBLOCK);
}

void EngineChild::start(const EngineCommand &command, int input, int output, int errors)
{
    SpawnActions actions;
    const int standard[] = {input, output, errors};
    for (int i = 0; i < static_cast<int>(std::size(standard)); ++i)
        posix_spawn_file_actions_adddup2(&actions.actions, standard[i], i);
    const SpawnAttributes attributes;
    std::vector<char *> arguments{const_cast<char *>(command.program.c_str())};
    for (const std::string &argument : command.arguments)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    const int error = posix_spawnp(&m_pid, command.program.c_str(), &actions.actions, &attributes.attributes,
                                   arguments.data(), environ);
    if (error != 0)
        throw RunError(command.program + ": " + systemErrorText(error));
}

EngineChild::~EngineChild()
{
    kill();
    closeEnd(m_input);
    closeEnd(m_output);
    closeEnd(m_errors);
}

bool EngineChild::exchange(std::chrono::milliseconds wait, MessageReader &received)
{
    const auto wanted = static_cast<short>(m_toSend.isEmpty() ? 0 : POLLOUT);
    pollfd ends[] = {{m_output, POLLIN, 0}, {m_errors, POLLIN, 0}, {m_toSend.isEmpty() ? -1 : m_input, wanted, 0}};
    if (::poll(ends, std::size(ends), static_cast<int>(wait.count())) < 0)
        return true; // a signal of ours
    if (ends[2].revents != 0)
        deliver();
    if (ends[1].revents != 0)
        listen();
    const bool came = ends[0].revents != 0 && receive(received);
    return m_output >= 0 && (came || !reap()); // what it started may hold the pipe open
}

bool EngineChild::isAlive()
{
    pollfd end{m_output, 0, 0};
    return m_output >= 0 && ::poll(&end, 1, 0) >= 0 && (end.revents & POLLHUP) == 0 && !reap();
}

/// True when something came.
bool EngineChild::receive(MessageReader &received)
{
    const ssize_t size = ::read(m_output, m_piece.data(), m_piece.size());
    if (size > 0)
        received.feed(m_piece.data(), static_cast<std::size_t>(size));
    else if (size == 0 || (errno != EAGAIN && errno != EINTR))
        closeEnd(m_output);
    return size > 0;
}

/// Keeps the end of what it says, however much it says. True when it said something.
bool EngineChild::listen()
{
    std::array<char, maxErrorBytes> piece;
    const ssize_t size = ::read(m_errors, piece.data(), piece.size());
    if (size > 0)
        m_words = m_words.append(piece.data(), size).right(maxErrorBytes);
    else if (size == 0 || (errno != EAGAIN && errno != EINTR))
        closeEnd(m_errors);
    return size > 0;
}

void EngineChild::deliver()
{
    const ssize_t size = ::send(m_input, m_toSend.constData(), static_cast<std::size_t>(m_toSend.size()), MSG_NOSIGNAL);
    if (size > 0)
        m_toSend.remove(0, size);
    else if (size < 0 && errno != EAGAIN && errno != EINTR)
        closeInput();
}

void EngineChild::closeInput()
{
    m_toSend.clear();
    closeEnd(m_input);
}

/// True when the process has ended.
bool EngineChild::reap()
{
    if (m_end || m_pid < 0)
        return true;
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(m_pid, &status, WNOHANG)) < 0 && errno == EINTR) {
    }
    if (ended == 0)
        return false;
    if (ended < 0)
        m_end = ProcessEnd(); // somebody else has asked the system
    else
        m_end = WIFSIGNALED(status) ? ProcessEnd{true, WTERMSIG(status)} : ProcessEnd{false, WEXITSTATUS(status)};
    return true;
}

std::optional<ProcessEnd> EngineChild::waitForEnd(std::chrono::milliseconds patience)
{
    constexpr std::chrono::milliseconds moment(2);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!reap() && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(moment);
    return m_end;
}

void EngineChild::kill()
{
    if (reap())
        return;
    ::kill(m_pid, SIGKILL);
    // A driver may take its time to end the work of a process, and nobody is to wait for a device that is gone.
    if (!waitForEnd(std::chrono::seconds(2)))
        std::thread([pid = std::exchange(m_pid, -1)] { ::waitpid(pid, nullptr, 0); }).detach();
}

std::string EngineChild::lastWords()
{
    constexpr int most = pipeBytes / maxErrorBytes; // somebody may go on talking
    for (int i = 0; i < most && m_errors >= 0 && listen(); ++i) {
    }
    QByteArray said = m_words.trimmed();
    while (said.endsWith('.'))
        said.chop(1);
    return said.mid(said.lastIndexOf('\n') + 1).toStdString();
}

} // namespace streamscope
