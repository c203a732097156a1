// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <vector>

namespace streamscope {

/// Makes the QApplication, opens the window with `files` and runs until it is closed. Returns the exit code.
int openWindow(int &argc, char **argv, const std::vector<std::string> &files);

} // namespace streamscope
