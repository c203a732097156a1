// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/ssh_host.h"

#include <string>
#include <vector>

namespace streamscope {

/// A machine that the user added.
struct RemoteMachine
{
    SshMachine machine;
    std::string program = usualRemoteProgram; ///< its path there: see requireRemoteProgram()

    friend bool operator==(const RemoteMachine &, const RemoteMachine &) = default;
};

/// The file of the machines that the user added: the window and the command line share it.
std::string machineListFile();
/// In the order in which they were added; none where there is no file.
/// @throws InputError for a file that no StreamScope wrote, naming it.
std::vector<RemoteMachine> loadMachines();
/// @throws RunError when the file cannot be written.
void saveMachines(const std::vector<RemoteMachine> &machines);
/// Puts it at the end, or in the place of the one with the same address. @throws as both.
void rememberMachine(const RemoteMachine &machine);

/// The machine as it was added; the usual program where it was not. @throws as loadMachines().
RemoteMachine knownMachine(const SshMachine &machine);

} // namespace streamscope
