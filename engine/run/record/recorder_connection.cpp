// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/record/recorder_connection.h"

#include "engine/program/errors.h"
#include "engine/program/system_error_text.h"
#include "engine/program/text/phrase.h"
#include "engine/recorder/control.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <poll.h>
#include <sstream>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t longestAnswer = 64 << 10;

std::string contentOf(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string inProc(int process, const char *name)
{
    return "/proc/" + std::to_string(process) + '/' + name;
}

bool belongsToUs(int process)
{
    struct stat status
    {};
    return stat(inProc(process, "").c_str(), &status) == 0 && status.st_uid == geteuid();
}

/// " 12 (python train.py), 15 (…)": what the user may have meant.
std::string othersText()
{
    constexpr std::size_t most = 8;
    const std::vector<int> processes = recordedProcesses();
    std::string text;
    for (std::size_t i = 0; i < std::min(processes.size(), most); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(processes[i]) + " (" + commandOf(processes[i]) + ')';
    return text + (processes.size() > most ? " …" : "");
}

std::string missingRecorder(int process)
{
    const std::string others = othersText();
    return others.empty()
               ? Phrase("engine", "process %1 has no recorder that can be reached; start it with: streamscope record "
                                  "--wait-for-start -- PROGRAM (the recorder comes with the first call of CUDA)")
                     .arg(process)
               : Phrase("engine", "process %1 has no recorder that can be reached; these have one: %2")
                     .arg(process, others);
}

int connectTo(int process)
{
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        throw RunError(Phrase("engine", "no socket can be opened: %1").arg(systemErrorText(errno)));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = recorder::socketPrefix + std::to_string(process);
    std::copy(name.begin(), name.end(), address.sun_path + 1); // behind the 0 of abstract names
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (connect(descriptor, reinterpret_cast<const sockaddr *>(&address), size) == 0)
        return descriptor;
    const int error = errno;
    close(descriptor);
    if (error == EACCES || error == EPERM)
        throw InputError(Phrase("engine", "process %1 belongs to another user").arg(process));
    throw InputError(missingRecorder(process));
}

/// Anybody may take an abstract name: the other end must be of this user.
bool isOfThisUser(int descriptor)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

std::optional<RecorderStatus::State> stateNamed(const std::string &name)
{
    using State = RecorderStatus::State;
    for (const auto &[state, known] : {std::pair(State::Waiting, "waiting"), std::pair(State::Recording, "recording"),
                                       std::pair(State::Stopped, "stopped"), std::pair(State::Failed, "failed")})
        if (name == known)
            return state;
    return std::nullopt;
}

} // namespace

RecorderConnection::RecorderConnection(int process) : m_process(process)
{
    if (process <= 0 || (kill(process, 0) != 0 && errno == ESRCH))
        throw InputError(Phrase("engine", "there is no process %1").arg(process));
    if (!belongsToUs(process))
        throw InputError(Phrase("engine", "%1 belongs to another user").arg(who()));
    m_descriptor = connectTo(process);
    if (!isOfThisUser(m_descriptor)) {
        close(m_descriptor);
        throw InputError(missingRecorder(process));
    }
}

RecorderConnection::~RecorderConnection()
{
    close(m_descriptor);
}

std::string RecorderConnection::who() const
{
    return "process " + std::to_string(m_process);
}

void RecorderConnection::start(const std::string &cause)
{
    askForOk("start " + cause);
}

void RecorderConnection::stop()
{
    askForOk("stop");
}

RecorderStatus RecorderConnection::status()
{
    return parseRecorderStatus(ask("status"));
}

void RecorderConnection::askForOk(const std::string &command)
{
    const std::string answer = ask(command);
    if (answer != "ok")
        throw RunError(
            answer.starts_with("error ")
                ? Phrase("engine", "the recorder of %1 refuses: %2").arg(who(), answer.substr(std::strlen("error ")))
                : Phrase("engine", "the recorder of %1 refuses: %2").arg(who(), answer));
}

std::string RecorderConnection::ask(const std::string &command)
{
    const std::string line = command + '\n';
    if (send(m_descriptor, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size()))
        throw RunError(Phrase("engine", "%1 has ended").arg(who()));
    const auto deadline = std::chrono::steady_clock::now() + m_patience;
    for (;;) {
        if (const std::size_t end = m_received.find('\n'); end != std::string::npos) {
            std::string answer = m_received.substr(0, end);
            m_received.erase(0, end + 1);
            return answer;
        }
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd waiting{m_descriptor, POLLIN, 0};
        const int ready = left.count() > 0 ? poll(&waiting, 1, static_cast<int>(left.count())) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0 || m_received.size() > longestAnswer)
            throw RunError(Phrase("engine", "the recorder of %1 does not answer; is the process stopped?").arg(who()));
        std::array<char, 4096> part{};
        const ssize_t got = recv(m_descriptor, part.data(), part.size(), 0);
        if (got <= 0)
            throw RunError(Phrase("engine", "%1 has ended").arg(who()));
        m_received.append(part.data(), static_cast<std::size_t>(got));
    }
}

RecorderStatus parseRecorderStatus(const std::string &line)
{
    std::istringstream words(line);
    words.imbue(std::locale::classic());
    std::string state;
    RecorderStatus status;
    words >> state >> status.operations >> status.dropped >> status.bytes;
    const auto known = stateNamed(state);
    if (!known || words.fail())
        throw RunError(Phrase("engine", "the recorder answers '%1', which this program does not understand").arg(line));
    status.state = *known;
    std::getline(words >> std::ws, status.file);
    return status;
}

std::vector<int> recordedProcesses(const std::string &folder)
{
    const std::string marked = std::string("@") + recorder::socketPrefix;
    const std::string variable = '\0' + std::string(recorder::folderVariable) + '=' + folder + '\0';
    std::vector<int> processes;
    std::istringstream sockets(contentOf("/proc/net/unix"));
    for (std::string line; std::getline(sockets, line);) {
        const std::size_t at = line.find(marked);
        const int process = at == std::string::npos ? 0 : std::atoi(line.c_str() + at + marked.size());
        if (process <= 0 || !belongsToUs(process))
            continue;
        // What a process was started with, its children by fork() included.
        if (folder.empty() || ('\0' + contentOf(inProc(process, "environ"))).find(variable) != std::string::npos)
            processes.push_back(process);
    }
    std::ranges::sort(processes);
    processes.erase(std::unique(processes.begin(), processes.end()), processes.end()); // clang 14: no ranges::unique
    return processes;
}

std::string commandOf(int process)
{
    constexpr std::size_t most = 60;
    std::string command = contentOf(inProc(process, "cmdline"));
    // Of the program its name: the folders would leave no room for what it was started with.
    const std::size_t programEnd = std::min(command.find('\0'), command.size());
    if (const std::size_t slash = command.substr(0, programEnd).rfind('/'); slash != std::string::npos)
        command.erase(0, slash + 1);
    std::ranges::replace(command, '\0', ' ');
    while (command.ends_with(' '))
        command.pop_back();
    return command.size() > most ? command.substr(0, most) + "…" : command;
}

} // namespace streamscope
