// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <vector>

namespace streamscope {

/// Those of the paths that were given.
std::vector<std::string> givenPaths(const std::vector<const std::string *> &options);

/// Before anything runs: nobody wants to wait for an outcome that cannot be kept. @throws InputError for a path that
/// cannot be written, and for two that are the same.
void requireOutputs(const std::vector<std::string> &paths);

} // namespace streamscope
