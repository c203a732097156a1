// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <stdexcept>
#include <string>

namespace streamscope {

/// Wrong use or bad input: the message is one line for the person that says what, where and what is allowed.
/// The command line ends with exit code 2.
struct InputError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// The input was right and the run failed (no GPU, not enough memory, a CUDA error, an unwritable file): one line for
/// the person. Exit code 1.
struct RunError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// The person stopped the run; nothing is broken and nothing is kept. Exit code 1.
struct Cancelled : std::runtime_error
{
    Cancelled() : std::runtime_error("stopped") {}
};

} // namespace streamscope
