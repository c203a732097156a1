// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// Starts the recording of a running process, ends it after `durationMs` (0: none), at SIGINT, SIGTERM or SIGHUP, and
/// prints its file. A second signal ends this process at once, by that signal; the recording then goes on.
/// @returns the exit code: 0, also where the process ends by itself. @throws InputError, RunError
int recordAttached(const std::string &process, std::int64_t durationMs);

} // namespace streamscope
