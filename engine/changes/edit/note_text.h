// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <string>

namespace streamscope {

/// "1 copy stays", "3 copies stay": a number and the words for one or for several.
inline std::string counted(std::size_t count, const std::string &one, const std::string &several)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

} // namespace streamscope
