// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/engine_host.h"

#include <optional>
#include <string>
#include <string_view>

namespace streamscope {

/// Another machine, as ssh finds it.
struct SshMachine
{
    std::string user; ///< empty: as ssh decides
    std::string host; ///< a name or an address, or a name of ssh's configuration
    int port = 0;     ///< 0: as ssh decides

    friend bool operator==(const SshMachine &, const SshMachine &) = default;
};

/// A device of another machine: `ssh://[USER@]HOST[:PORT]/DEVICE`.
struct SshDevice : SshMachine
{
    std::string device;
};

/// The program that a login over ssh finds by itself.
inline constexpr const char *usualRemoteProgram = "streamscope";

/// Of `[USER@]HOST[:PORT]`. @throws InputError naming the text and what is allowed.
SshMachine parseSshMachine(const std::string &text);
/// The inverse, and the way to write it where there are several.
std::string machineText(const SshMachine &machine);

/// Empty for an id of another kind. @throws InputError naming the id and what is allowed.
std::optional<SshDevice> parseSshDevice(const std::string &id);

/// True for what begins as an address of another machine.
bool isSshAddress(std::string_view text);

/// A file of another machine: `ssh://[USER@]HOST[:PORT]/PATH`.
struct SshFile : SshMachine
{
    std::string path; ///< absolute; relative to the home of the login where the address has ~/ before it
};
/// Empty for an address of another kind. @throws InputError naming the address and what is allowed.
std::optional<SshFile> parseSshFile(const std::string &address);

/// Refuses a path of a program there that the shell of the login would not take as one plain word.
/// @throws InputError naming the path and what is allowed.
void requireRemoteProgram(const std::string &path);

/// ssh to `machine`, which asks nothing (BatchMode) and notices a link that is gone. Its words are arguments that no
/// shell of this machine reads; those of the command, which the shell of the login there reads, follow.
EngineCommand sshCommand(const SshMachine &machine);

/// Why ssh or the program there failed, in a sentence without its full stop; empty where it is not known. `saidHello`:
/// the program there was at work.
std::string sshExplanation(const SshMachine &machine, const std::string &program, const std::optional<ProcessEnd> &end,
                           const std::string &lastWords, bool saidHello);

/// Where `program engine` of `machine` starts.
EngineHost sshEngineHost(const SshMachine &machine, const std::string &program = usualRemoteProgram);

} // namespace streamscope
