// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <string_view>

namespace streamscope {

/// The operation's name as it was before it was cut into chunks. Valid as long as the operation.
inline std::string_view nameWithoutChunk(const Operation &operation)
{
    const std::string_view name = operation.name;
    return name.substr(0, operation.chunk >= 0 ? name.rfind(", chunk ") : std::string_view::npos);
}

} // namespace streamscope
