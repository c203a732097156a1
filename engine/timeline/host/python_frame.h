// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace streamscope {

/// A function of Python as PyTorch's profiler names it: "train.py(60): main".
struct PythonFrame
{
    std::string_view file, function;
    int line = 0; ///< where the function begins

    /// "train.py:60"
    std::string place() const { return std::string(file) + ":" + std::to_string(line); }
};

/// Nothing for built-in functions and for the marks of modules, which have no file.
std::optional<PythonFrame> parsePythonFrame(std::string_view name);
/// "Linear_3" of "nn.Module: Linear_3"; empty for another name.
std::string_view moduleOf(std::string_view frameName);
/// True for the files of Python, of PyTorch and of installed packages: not what the user would change.
bool isLibraryFile(std::string_view file);
/// The name without addresses, which are others each time: "<built-in method to of Tensor object>".
std::string_view withoutAddress(std::string_view frameName);

/// True where the thread sleeps or waits in this call of the system or of Python instead of working: by the name, as
/// "pthread_cond_wait", "poll", "<built-in function sleep>".
bool isWaitingName(std::string_view name);

} // namespace streamscope
