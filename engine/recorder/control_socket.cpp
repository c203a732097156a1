// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/control_socket.h"

#include "engine/recorder/control.h"
#include "engine/recorder/recording.h"

#include <cerrno>
#include <cstddef>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace streamscope::recorder {

ControlSocket::ControlSocket(Recording &recording) : m_recording(recording)
{
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return; // it can still be started from inside and by time
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // An abstract name begins with a zero byte, and vanishes with the process.
    const std::string name = socketPrefix + std::to_string(getpid());
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    const auto bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (bind(listener, reinterpret_cast<const sockaddr *>(&address), bytes) == 0
        && listen(listener, static_cast<int>(mostClients)) == 0)
        m_listener = listener;
    else
        close(listener);
}

ControlSocket::~ControlSocket()
{
    for (const Client &client : m_clients)
        close(client.descriptor);
    if (m_listener >= 0)
        close(m_listener);
}

void ControlSocket::addTo(std::vector<pollfd> &waiting) const
{
    if (m_listener >= 0)
        waiting.push_back({m_listener, POLLIN, 0});
    for (const Client &client : m_clients)
        waiting.push_back({client.descriptor, POLLIN, 0});
}

void ControlSocket::accept()
{
    const int client = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client < 0)
        return;
    // Anybody on the machine can connect to an abstract name.
    ucred peer{};
    socklen_t bytes = sizeof peer;
    const bool known = getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0;
    if (!known || (peer.uid != geteuid() && peer.uid != 0) || m_clients.size() == mostClients)
        close(client);
    else
        m_clients.push_back({client, {}});
}

std::string ControlSocket::answer(const std::string &command)
{
    if (command == "status") {
        const Recording::Status s = m_recording.status();
        return std::string(s.state) + " " + std::to_string(s.operations) + " " + std::to_string(s.dropped) + " "
               + std::to_string(s.bytes) + " " + s.file;
    }
    if (command == "stop") {
        m_recording.stop();
        m_recording.flush();
        return "ok";
    }
    if (command.compare(0, 6, "start ") == 0) {
        m_recording.start(command.substr(6));
        return m_recording.isOn() ? "ok" : "error the recording does not start";
    }
    return "error unknown command";
}

/// False when the client has gone.
bool ControlSocket::serve(Client &client)
{
    char part[256];
    ssize_t got = 0;
    while ((got = recv(client.descriptor, part, sizeof part, 0)) > 0) {
        client.line.append(part, static_cast<std::size_t>(got));
        if (client.line.size() > longestLine)
            return false;
        for (std::size_t end = 0; (end = client.line.find('\n')) != std::string::npos;) {
            const std::string reply = answer(client.line.substr(0, end)) + "\n";
            client.line.erase(0, end + 1);
            if (send(client.descriptor, reply.data(), reply.size(), MSG_NOSIGNAL) < 0)
                return false;
        }
    }
    return got < 0 && (errno == EAGAIN || errno == EINTR);
}

void ControlSocket::serve()
{
    if (m_listener >= 0)
        accept();
    for (std::size_t i = 0; i < m_clients.size();)
        if (serve(m_clients[i])) {
            ++i;
        } else {
            close(m_clients[i].descriptor);
            m_clients.erase(m_clients.begin() + static_cast<std::ptrdiff_t>(i));
        }
}

} // namespace streamscope::recorder
