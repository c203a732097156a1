// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/record/launched_program.h"

#include "cli/common/console.h"

#include "engine/program/system_error_text.h"
#include "engine/run/record/record_options.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace streamscope {

namespace {

constexpr int exitNotFound = 127, exitNotExecutable = 126;
/// While the program lives these are taken one by one with sigwaitinfo(): there is no handler and nothing races.
constexpr std::array watchedSignals = {SIGCHLD, SIGINT,  SIGQUIT, SIGTERM, SIGHUP,
                                       SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2};

/// Blocks the watched signals, and makes the end of a child known. The program gets everything as it was.
class HeldSignals
{
public:
    HeldSignals()
    {
        sigemptyset(&m_watched);
        for (const int number : watchedSignals)
            sigaddset(&m_watched, number);
        pthread_sigmask(SIG_BLOCK, &m_watched, &m_before);
        // A parent may have switched SIGCHLD off: then the system would throw the exit code away. A handler, which
        // never runs, because a system may drop a signal that does nothing before sigwaitinfo() sees it.
        struct sigaction kept
        {};
        kept.sa_handler = [](int) {};
        sigaction(SIGCHLD, &kept, &m_child);
    }
    HeldSignals(const HeldSignals &) = delete;
    HeldSignals &operator=(const HeldSignals &) = delete;
    /// What was for the program as well must not stop or end this process after it.
    ~HeldSignals()
    {
        constexpr timespec atOnce{};
        while (sigtimedwait(&m_watched, nullptr, &atOnce) > 0) {
        }
        giveBack();
    }

    /// Also between fork() and exec().
    void giveBack() const
    {
        sigaction(SIGCHLD, &m_child, nullptr);
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }

    siginfo_t next() const
    {
        siginfo_t info{};
        while (sigwaitinfo(&m_watched, &info) < 0) {
        }
        return info;
    }

    /// Stops this process as the program was stopped. Comes back when it goes on, or at once where the signal does
    /// nothing, as in a process group without a shell.
    static void stopBy(int number)
    {
        struct sigaction usual
        {
        }, before{};
        usual.sa_handler = SIG_DFL;
        sigaction(number, &usual, &before);
        // Raised while it is blocked: with the one that the terminal sent to the group it makes one stop, not two.
        raise(number);
        sigset_t it;
        sigemptyset(&it);
        sigaddset(&it, number);
        pthread_sigmask(SIG_UNBLOCK, &it, nullptr);
        pthread_sigmask(SIG_BLOCK, &it, nullptr);
        sigaction(number, &before, nullptr);
    }

private:
    sigset_t m_watched{}, m_before{};
    struct sigaction m_child
    {};
};

/// "NAME=value" for exec, made before fork().
class ProgramEnvironment
{
public:
    explicit ProgramEnvironment(const std::vector<std::pair<std::string, std::string>> &variables)
    {
        for (const char *const *entry = environ; *entry; ++entry)
            if (const std::string_view text = *entry; !isRecordVariable(text.substr(0, text.find('='))))
                m_entries.emplace_back(text);
        for (const auto &[name, value] : variables)
            m_entries.push_back(name + '=' + value);
        for (std::string &entry : m_entries)
            m_pointers.push_back(entry.data());
        m_pointers.push_back(nullptr);
    }
    char *const *pointers() const { return m_pointers.data(); }

private:
    std::vector<std::string> m_entries;
    std::vector<char *> m_pointers;
};

/// The way on which the child says why it could not become the program. Closes itself when it does.
class ErrorPipe
{
public:
    ErrorPipe()
    {
        if (pipe2(m_ends.data(), O_CLOEXEC) != 0)
            throw NotStarted{"no process can be started: " + systemErrorText(errno), exitNotExecutable};
    }
    ErrorPipe(const ErrorPipe &) = delete;
    ErrorPipe &operator=(const ErrorPipe &) = delete;
    ~ErrorPipe() { close(m_ends[0]); }

    [[noreturn]] void fail(int error) const
    {
        static_cast<void>(!write(m_ends[1], &error, sizeof error));
        _exit(exitNotExecutable);
    }
    /// 0: the child is the program now.
    int wait() const
    {
        close(m_ends[1]);
        int error = 0;
        ssize_t got = 0;
        do
            got = read(m_ends[0], &error, sizeof error);
        while (got < 0 && errno == EINTR);
        return got == sizeof error ? error : 0;
    }

private:
    std::array<int, 2> m_ends{};
};

NotStarted notStarted(const std::string &name, int error)
{
    const std::string start = "cannot run '" + name + "': ";
    if (error != ENOENT)
        return {start + systemErrorText(error), exitNotExecutable};
    const bool isPath = name.find('/') != std::string::npos;
    if (isPath && access(name.c_str(), F_OK) == 0)
        return {start + "the interpreter that it asks for is not there", exitNotFound};
    return {start + (isPath ? "there is no such file" : "there is no such program on the PATH"), exitNotFound};
}

pid_t startProgram(const std::vector<std::string> &command, const ProgramEnvironment &environment,
                   const HeldSignals &signals)
{
    std::vector<char *> arguments;
    for (const std::string &word : command)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    const ErrorPipe pipe;
    const pid_t child = fork();
    if (child < 0)
        throw NotStarted{"no process can be started: " + systemErrorText(errno), exitNotExecutable};
    if (child == 0) {
        restoreWriteSignals();
        signals.giveBack();
        execvpe(arguments[0], arguments.data(), environment.pointers());
        pipe.fail(errno);
    }
    if (const int error = pipe.wait(); error != 0) {
        waitpid(child, nullptr, 0);
        throw notStarted(command.front(), error);
    }
    return child;
}

/// A shell continues the whole group; somebody else maybe this process only.
void goOn(pid_t child)
{
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(child), &info, WCONTINUED | WNOHANG) != 0 || info.si_pid == 0)
        kill(child, SIGCONT);
}

/// Takes all that the child has to say: nothing while it goes on.
std::optional<ProgramEnd> lookAt(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, WNOHANG | WUNTRACED) == child) {
        if (WIFEXITED(status))
            return ProgramEnd{WEXITSTATUS(status), 0};
        if (WIFSIGNALED(status))
            return ProgramEnd{0, WTERMSIG(status)};
        HeldSignals::stopBy(WSTOPSIG(status));
        goOn(child);
    }
    return std::nullopt;
}

/// A signal of the terminal goes to the whole group, and so does the `kill 0` of a script: the program has it already.
bool isForThisProcess(const siginfo_t &signal, pid_t child)
{
    return signal.si_code <= 0 && signal.si_pid != child;
}

} // namespace

ProgramEnd runProgram(const std::vector<std::string> &command,
                      const std::vector<std::pair<std::string, std::string>> &variables)
{
    const ProgramEnvironment environment(variables);
    const HeldSignals signals;
    const pid_t child = startProgram(command, environment, signals);
    for (;;) {
        const siginfo_t signal = signals.next();
        if ((signal.si_signo == SIGTERM || signal.si_signo == SIGHUP) && isForThisProcess(signal, child))
            kill(child, signal.si_signo);
        if (const std::optional<ProgramEnd> end = lookAt(child))
            return *end;
    }
}

void endAs(const ProgramEnd &end)
{
    if (end.signal == 0)
        _exit(end.code);
    // The program has left the core file, if there is to be one.
    prctl(PR_SET_DUMPABLE, 0);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    std::signal(end.signal, SIG_DFL);
    sigset_t it;
    sigemptyset(&it);
    sigaddset(&it, end.signal);
    pthread_sigmask(SIG_UNBLOCK, &it, nullptr);
    std::raise(end.signal);
    constexpr int shellsCode = 128; // where the signal does not end this process
    _exit(shellsCode + end.signal);
}

} // namespace streamscope
