// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>

namespace streamscope {

/// What --version prints: version, commit, Qt, CUDA and licence, a line each.
std::string versionText();

} // namespace streamscope
