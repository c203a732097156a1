// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <optional>
#include <string>

namespace streamscope {

/// A race of `after`, in one sentence, when it has more races than `before`. Empty for replays, whose buffers do not
/// show the data flow.
std::optional<std::string> newRaceText(const Program &before, const Program &after);

} // namespace streamscope
