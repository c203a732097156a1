// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstring>
#include <string>

namespace streamscope {

/// What an errno says: "No space left on device". Always in English, as all our messages are; strerror() asks the
/// locale. @param error as a call of the system left it in errno.
inline std::string systemErrorText(int error)
{
    const char *const text = strerrordesc_np(error);
    return text ? text : "error " + std::to_string(error);
}

} // namespace streamscope
