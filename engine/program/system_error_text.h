// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstring>
#include <string>

namespace streamscope {

/// The text of an errno value: "No space left on device". Always in English, as all our messages are; strerror() would
/// follow the locale. @param error errno after a failed system call.
inline std::string systemErrorText(int error)
{
    const char *const text = strerrordesc_np(error);
    return text ? text : "error " + std::to_string(error);
}

} // namespace streamscope
