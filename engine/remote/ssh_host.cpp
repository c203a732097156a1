// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/ssh_host.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/remote/engine_server.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

constexpr std::string_view sshPrefix = "ssh://";
constexpr int sshFailed = 255;     ///< exit code of ssh itself
constexpr int noSuchProgram = 127; ///< exit codes of the remote shell
constexpr int mayNotRun = 126;
constexpr int wrongUse = 2; ///< exit code of an older StreamScope

/// What was asked for, and the sentence that says why it cannot be and what is allowed.
struct Wanted
{
    std::string text;
    Phrase refusal; ///< with the text and the reason

    [[noreturn]] void refuse(const std::string &why) const { throw InputError(refusal.arg(text, why)); }
};

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
int portOf(const Wanted &wanted, std::string_view text)
{
    int port = 0;
    if (text.empty())
        return 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), port);
    if (text.front() != ':' || error != std::errc{} || end != text.data() + text.size() || port < 1 || port > 65'535)
        wanted.refuse(Phrase("engine", "'%1' is no port").arg(text));
    return port;
}

void takeHost(const Wanted &wanted, std::string_view text, SshMachine &machine)
{
    if (text.starts_with('[')) { // an address of IPv6
        const std::size_t end = std::min(text.find(']'), text.size());
        machine.host = text.substr(1, end - 1);
        if (end == text.size() || !isAddress(machine.host))
            wanted.refuse(Phrase("engine", "'%1' is no address").arg(text));
        machine.port = portOf(wanted, text.substr(end + 1));
        return;
    }
    const std::size_t colon = std::min(text.find(':'), text.size());
    machine.host = text.substr(0, colon);
    if (!isPlainName(machine.host))
        wanted.refuse(Phrase("engine", "'%1' is no name of a host").arg(machine.host));
    machine.port = portOf(wanted, text.substr(colon));
}

SshMachine machineOf(const Wanted &wanted, std::string_view where)
{
    SshMachine machine;
    if (const std::size_t at = where.find('@'); at != std::string_view::npos) {
        machine.user = where.substr(0, at);
        if (!isPlainName(machine.user))
            wanted.refuse(Phrase("engine", "'%1' is no name of a user").arg(machine.user));
        where = where.substr(at + 1);
    }
    takeHost(wanted, where, machine);
    return machine;
}

/// What stands before the first slash behind "ssh://", and what stands behind it.
std::pair<SshMachine, std::string> partsOf(const Wanted &wanted, std::string_view address, const char *noRest)
{
    const std::string_view rest = address.substr(sshPrefix.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos || slash + 1 == rest.size())
        wanted.refuse(noRest);
    return {machineOf(wanted, rest.substr(0, slash)), std::string(rest.substr(slash + 1))};
}

std::string absenceText(const std::string &host, const std::string &program)
{
    return program == usualRemoteProgram
               ? Phrase("engine",
                        "%1 has no program '%2': install StreamScope there so that 'ssh %1 %2 --version' finds it")
                     .arg(host, program)
               : Phrase("engine", "%1 has no program '%2': is its path right, or was StreamScope moved there?")
                     .arg(host, program);
}

} // namespace

SshMachine parseSshMachine(const std::string &text)
{
    return machineOf({text, Phrase("engine", "machine '%1': %2; allowed: [USER@]HOST[:PORT], such as ada@gpu1")}, text);
}

std::string machineText(const SshMachine &machine)
{
    return (machine.user.empty() ? "" : machine.user + "@")
           + (machine.host.find(':') != std::string::npos ? "[" + machine.host + "]" : machine.host)
           + (machine.port > 0 ? ":" + std::to_string(machine.port) : "");
}

std::optional<SshDevice> parseSshDevice(const std::string &id)
{
    if (!id.starts_with(sshPrefix))
        return std::nullopt;
    const Wanted wanted{
        id, Phrase("engine", "device '%1': %2; allowed: ssh://[USER@]HOST[:PORT]/DEVICE, such as ssh://gpu1/cuda:0")};
    auto [machine, name] = partsOf(wanted, id, QT_TRANSLATE_NOOP("engine", "the device of the host is missing"));
    return SshDevice{std::move(machine), std::move(name)};
}

bool isSshAddress(std::string_view text)
{
    return text.starts_with(sshPrefix);
}

std::optional<SshFile> parseSshFile(const std::string &address)
{
    constexpr std::string_view home = "~/";
    if (!address.starts_with(sshPrefix))
        return std::nullopt;
    const Wanted wanted{address, Phrase("engine", "trace '%1': %2; allowed: ssh://[USER@]HOST[:PORT]/PATH, such as "
                                                  "ssh://gpu1/data/trace.json.gz or ssh://gpu1/~/trace.json.gz")};
    auto [machine, path] = partsOf(wanted, address, QT_TRANSLATE_NOOP("engine", "the path of the file is missing"));
    path = path.starts_with(home) ? path.substr(home.size()) : "/" + path;
    return SshFile{std::move(machine), std::move(path)};
}

void requireRemoteProgram(const std::string &path)
{
    const bool isPlain = !path.empty() && path.front() != '-' && std::all_of(path.begin(), path.end(), [](char c) {
        return isPlainName({&c, 1}) || c == '-' || c == '/' || c == '+';
    });
    if (!isPlain)
        throw InputError(Phrase("engine",
                                "program '%1' of another machine: allowed: letters, digits and . _ - + /, such "
                                "as /opt/streamscope/bin/streamscope; a path without / at its begin counts "
                                "from the home there")
                             .arg(path));
}

EngineCommand sshCommand(const SshMachine &machine)
{
    // A link that is gone is noticed after 15 s, also while nothing is sent.
    EngineCommand command{"ssh",
                          {"-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=5", "-o",
                           "ServerAliveCountMax=3"}};
    std::vector<std::string> &arguments = command.arguments;
    if (!machine.user.empty())
        arguments.insert(arguments.end(), {"-l", machine.user});
    if (machine.port > 0)
        arguments.insert(arguments.end(), {"-p", std::to_string(machine.port)});
    arguments.insert(arguments.end(), {"--", machine.host});
    return command;
}

std::string sshExplanation(const SshMachine &machine, const std::string &program, const std::optional<ProcessEnd> &end,
                           const std::string &lastWords, bool saidHello)
{
    const std::string &host = machine.host,
                      said = lastWords.empty() ? QT_TRANSLATE_NOOP("engine", "ssh gives no reason") : lastWords;
    const bool exited = end && !end->bySignal;
    if (exited && end->number == sshFailed && saidHello)
        return Phrase("engine", "The connection to %1 was lost: %2").arg(host, said);
    if (saidHello || !exited)
        return {};
    if (end->number == noSuchProgram)
        return absenceText(host, program);
    if (end->number == mayNotRun)
        return Phrase("engine", "%1 cannot run '%2': %3").arg(host, program, said);
    if (end->number == wrongUse)
        return Phrase("engine", "StreamScope on %1 is older and has no engine: install the same version in both places")
            .arg(host);
    if (end->number != sshFailed)
        return {};
    if (lastWords.find("Permission denied") != std::string::npos)
        return Phrase("engine", "%1 takes no key of yours (%2): add your key there with ssh-copy-id, and load it with "
                                "ssh-add where it has a passphrase")
            .arg(host, said);
    if (lastWords.find("Host key verification failed") != std::string::npos)
        return Phrase("engine", "the key of %1 is not known here: connect by hand once (ssh %1) and confirm it")
            .arg(host);
    return Phrase("engine", "ssh does not reach %1: %2").arg(host, said);
}

EngineHost sshEngineHost(const SshMachine &machine, const std::string &program)
{
    requireRemoteProgram(program);
    EngineHost host;
    host.command = sshCommand(machine);
    host.command.arguments.insert(host.command.arguments.end(), {program, engineCommand});
    host.name = Phrase("engine", "The engine on %1").arg(machine.host);
    host.machine = machine.host;
    host.prefix = std::string(sshPrefix) + machineText(machine) + "/";
    host.answersWithin = std::chrono::seconds(20);
    host.explain = [machine, program](const std::optional<ProcessEnd> &end, const std::string &words, bool saidHello) {
        return sshExplanation(machine, program, end, words, saidHello);
    };
    return host;
}

} // namespace streamscope
