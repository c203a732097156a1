// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/text/phrase.h"

#include <cstddef>
#include <string>

namespace streamscope {

/// "1 copy", "3 copies": what is said of one, or of several with their number as "%1".
inline std::string counted(std::size_t count, const Phrase &one, const Phrase &several)
{
    return count == 1 ? std::string(one) : several.arg(count);
}

} // namespace streamscope
