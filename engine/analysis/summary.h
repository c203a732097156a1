// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/analysis/bounds/work_bounds.h"

#include <string>

namespace streamscope {

/// Makespan, serial time, bound, speed-up and efficiency. `bounds` are those of the recording.
Summary summarize(const Recording &recording, const WorkBounds &bounds);
/// "the H2D copy engine", "the SMs"; "the host" for none.
const char *engineText(Engine engine);
/// What limits, in words: "the H2D copy engine", "a chain of 3 operations, one after the other".
std::string limitText(const Summary &summary);

} // namespace streamscope
