// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/ssh_host.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/remote/engine_server.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace streamscope {

namespace {

constexpr std::string_view sshPrefix = "ssh://";
constexpr const char *remoteProgram = "streamscope";
constexpr int sshFailed = 255;     ///< exit code of ssh itself
constexpr int noSuchProgram = 127; ///< exit code of the remote shell
constexpr int wrongUse = 2;        ///< exit code of an older StreamScope

[[noreturn]] void refuse(const std::string &id, const std::string &why)
{
    throw InputError(
        Phrase("engine", "device '%1': %2; allowed: ssh://[USER@]HOST[:PORT]/DEVICE, such as ssh://gpu1/cuda:0")
            .arg(id, why));
}

/// Letters, digits and a few signs, and nothing that ssh could take for an option.
bool isPlainName(std::string_view name)
{
    return !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
               || c == '-';
    });
}

bool isAddress(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
    });
}

/// ":2222" or nothing.
int portOf(const std::string &id, std::string_view text)
{
    int port = 0;
    if (text.empty())
        return 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), port);
    if (text.front() != ':' || error != std::errc{} || end != text.data() + text.size() || port < 1 || port > 65'535)
        refuse(id, Phrase("engine", "'%1' is no port").arg(std::string(text)));
    return port;
}

void takeHost(const std::string &id, std::string_view text, SshDevice &device)
{
    if (text.starts_with('[')) { // an address of IPv6
        const std::size_t end = std::min(text.find(']'), text.size());
        device.host = text.substr(1, end - 1);
        if (end == text.size() || !isAddress(device.host))
            refuse(id, Phrase("engine", "'%1' is no address").arg(std::string(text)));
        device.port = portOf(id, text.substr(end + 1));
        return;
    }
    const std::size_t colon = std::min(text.find(':'), text.size());
    device.host = text.substr(0, colon);
    if (!isPlainName(device.host))
        refuse(id, Phrase("engine", "'%1' is no name of a host").arg(device.host));
    device.port = portOf(id, text.substr(colon));
}

std::string sshExplanation(const std::string &host, const std::optional<ProcessEnd> &end, const std::string &words,
                           bool saidHello)
{
    const std::string said = words.empty() ? QT_TRANSLATE_NOOP("engine", "ssh gives no reason") : words;
    const bool exited = end && !end->bySignal;
    if (exited && end->number == sshFailed && saidHello)
        return Phrase("engine", "The connection to %1 was lost: %2").arg(host, said);
    if (saidHello || !exited)
        return {};
    if (end->number == noSuchProgram)
        return Phrase("engine",
                      "%1 has no program '%2': install StreamScope there so that 'ssh %1 %2 --version' finds it")
            .arg(host, remoteProgram);
    if (end->number == wrongUse)
        return Phrase("engine", "StreamScope on %1 is older and has no engine: install the same version in both places")
            .arg(host);
    if (end->number != sshFailed)
        return {};
    if (words.find("Permission denied") != std::string::npos)
        return Phrase("engine", "%1 takes no key of yours (%2): add your key there with ssh-copy-id, and load it with "
                                "ssh-add where it has a passphrase")
            .arg(host, said);
    if (words.find("Host key verification failed") != std::string::npos)
        return Phrase("engine", "the key of %1 is not known here: connect by hand once (ssh %1) and confirm it")
            .arg(host);
    return Phrase("engine", "ssh does not reach %1: %2").arg(host, said);
}

} // namespace

std::optional<SshDevice> parseSshDevice(const std::string &id)
{
    if (!id.starts_with(sshPrefix))
        return std::nullopt;
    const std::string_view rest = std::string_view(id).substr(sshPrefix.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos || slash + 1 == rest.size())
        refuse(id, QT_TRANSLATE_NOOP("engine", "the device of the host is missing"));
    std::string_view where = rest.substr(0, slash);
    SshDevice device;
    device.device = rest.substr(slash + 1);
    if (const std::size_t at = where.find('@'); at != std::string_view::npos) {
        device.user = where.substr(0, at);
        if (!isPlainName(device.user))
            refuse(id, Phrase("engine", "'%1' is no name of a user").arg(device.user));
        where = where.substr(at + 1);
    }
    takeHost(id, where, device);
    return device;
}

EngineHost sshEngineHost(const SshDevice &device)
{
    EngineHost host;
    // A link that is gone is noticed after 15 s, also while nothing is sent.
    host.command = {"ssh",
                    {"-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=5", "-o",
                     "ServerAliveCountMax=3"}};
    std::vector<std::string> &arguments = host.command.arguments;
    if (!device.user.empty())
        arguments.insert(arguments.end(), {"-l", device.user});
    if (device.port > 0)
        arguments.insert(arguments.end(), {"-p", std::to_string(device.port)});
    arguments.insert(arguments.end(), {"--", device.host, remoteProgram, engineCommand});
    host.name = Phrase("engine", "The engine on %1").arg(device.host);
    host.prefix = std::string(sshPrefix) + (device.user.empty() ? "" : device.user + "@")
                  + (device.host.find(':') != std::string::npos ? "[" + device.host + "]" : device.host)
                  + (device.port > 0 ? ":" + std::to_string(device.port) : "") + "/";
    host.answersWithin = std::chrono::seconds(20);
    host.explain = [name = device.host](const std::optional<ProcessEnd> &end, const std::string &words,
                                        bool saidHello) { return sshExplanation(name, end, words, saidHello); };
    return host;
}

} // namespace streamscope
