// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <vector>

struct pollfd;

namespace streamscope::recorder {

class Recording;

/// The door for other processes of the same user; control.h says what may be asked. Used by the recorder's thread.
class ControlSocket
{
public:
    explicit ControlSocket(Recording &recording);
    ~ControlSocket();
    ControlSocket(const ControlSocket &) = delete;
    ControlSocket &operator=(const ControlSocket &) = delete;

    /// Appends what to wait for.
    void addTo(std::vector<pollfd> &waiting) const;
    /// Answers who asks. Never blocks.
    void serve();

private:
    struct Client
    {
        int descriptor;
        std::string line; ///< as far as it has come
    };
    static constexpr std::size_t mostClients = 16;
    static constexpr std::size_t longestLine = 1'024;

    void accept();
    bool serve(Client &client);
    std::string answer(const std::string &command);

    Recording &m_recording;
    int m_listener = -1;
    std::vector<Client> m_clients;
};

} // namespace streamscope::recorder
