// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <stdexcept>
#include <string>

namespace streamscope {

/// What the user can do about a failure. The window offers it as a button, the command line names its switch.
enum class Remedy {
    None,
    MendInput,
    Salvage ///< ImportOptions::salvage opens the whole part of the file
};

/// Wrong use or bad input. The message is one line for the user: what is wrong, where, and what is allowed. The command
/// line ends with exit code 2.
struct InputError : std::runtime_error
{
    explicit InputError(const std::string &message) : std::runtime_error(message), problem(message) {}
    /// A fault of a file: the message is "name: what".
    InputError(const std::string &name, const std::string &what, Remedy helps = Remedy::MendInput)
        : std::runtime_error(name + ": " + what), problem(what), remedy(helps)
    {}

    std::string problem; ///< the message without the file's name
    Remedy remedy = Remedy::MendInput;
};

/// The input was right and the run failed (no GPU, not enough memory, a CUDA error, an unwritable file). The message is
/// one line for the user. Exit code 1.
struct RunError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// A fault on the GPU that took its context: this process can run nothing on it any more.
struct DeviceLost : RunError
{
    using RunError::RunError;
};

/// The user stopped the run. Nothing is broken and no result is kept. Exit code 1.
struct Cancelled : std::runtime_error
{
    Cancelled() : std::runtime_error("stopped") {}
    /// With what else the user must know, in whole sentences.
    explicit Cancelled(const std::string &how) : std::runtime_error(how), notice(how) {}

    std::string notice; ///< usually empty
};

} // namespace streamscope
