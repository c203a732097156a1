// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/control.h"

#include <QByteArray>
#include <QtGlobal>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <functional>
#include <mutex>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace streamscope::test {

/// The control socket of a recorder in this process: answers with what `answer` makes of a command, on a thread of its
/// own, one connection after another. An empty answer closes the connection, as the end of the process does, and so
/// does end().
class FakeControlSocket
{
public:
    using Answer = std::function<QByteArray(const QByteArray &command)>;

    explicit FakeControlSocket(Answer answer) : m_answer(std::move(answer))
    {
        m_listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string name = recorder::socketPrefix + std::to_string(getpid());
        std::memcpy(address.sun_path + 1, name.data(), name.size());
        const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
        if (bind(m_listener, reinterpret_cast<const sockaddr *>(&address), size) != 0 || listen(m_listener, 5) != 0)
            qFatal("the test has no control socket");
        m_thread = std::thread([this] { serve(); });
    }
    FakeControlSocket(const FakeControlSocket &) = delete;
    FakeControlSocket &operator=(const FakeControlSocket &) = delete;
    ~FakeControlSocket()
    {
        m_ends = true;
        shutdown(m_listener, SHUT_RDWR); // ends accept()
        m_thread.join();
        close(m_listener);
    }

    /// Closes the connection.
    void end() { m_ends = true; }
    /// All commands so far, each with its line break.
    QByteArray heard() const
    {
        const std::lock_guard lock(m_mutex);
        return m_heard;
    }

private:
    void serve()
    {
        while (!m_ends) {
            const int connection = accept(m_listener, nullptr, nullptr);
            if (connection < 0)
                continue;
            converse(connection);
            close(connection);
        }
    }

    void converse(int connection)
    {
        QByteArray rest;
        while (!m_ends) {
            pollfd waiting{connection, POLLIN, 0};
            if (poll(&waiting, 1, 20) <= 0)
                continue;
            char part[256];
            const ssize_t got = recv(connection, part, sizeof part, 0);
            if (got <= 0)
                return;
            rest.append(part, static_cast<qsizetype>(got));
            for (qsizetype end = 0; (end = rest.indexOf('\n')) >= 0; rest.remove(0, end + 1))
                if (!reply(connection, rest.left(end)))
                    return;
        }
    }

    bool reply(int connection, const QByteArray &command)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_heard.append(command).append('\n');
        }
        const QByteArray answer = m_answer(command);
        return !answer.isEmpty()
               && send(connection, answer.constData(), static_cast<std::size_t>(answer.size()), MSG_NOSIGNAL) > 0;
    }

    Answer m_answer;
    int m_listener = -1;
    std::atomic<bool> m_ends = false;
    mutable std::mutex m_mutex;
    QByteArray m_heard;
    std::thread m_thread;
};

} // namespace streamscope::test
