// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// How a program ended: one of the two.
struct ProgramEnd
{
    int code = 0;   ///< exit code
    int signal = 0; ///< that killed it; 0: none
};

/// The program cannot be started. The message is one line for the user.
struct NotStarted
{
    std::string message;
    int exitCode; ///< as a shell's: 127 not found, 126 cannot be executed
};

/// Runs `command`, found as execvp() does, with these variables beside those of this process, and waits for its end.
/// The program has this process's standard input, output and error, process group, signal mask and dispositions, so
/// that a terminal, a shell's job control and pipes see it as if this process were not there:
/// - signals of the terminal (Ctrl-C, Ctrl-\, Ctrl-Z) reach the program itself; this process leaves them alone;
/// - SIGTERM and SIGHUP that another process sends to this one are passed on; SIGUSR1 and SIGUSR2 do nothing here;
/// - when the program stops, this process stops by the same signal; when this one continues, so does the program.
/// Call it while no other thread lives. @throws NotStarted
ProgramEnd runProgram(const std::vector<std::string> &command,
                      const std::vector<std::pair<std::string, std::string>> &variables);

/// Ends this process as the program ended: by the same signal, without a second core file, or with its exit code.
[[noreturn]] void endAs(const ProgramEnd &end);

} // namespace streamscope
