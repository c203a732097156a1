// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"

#include <vector>

namespace streamscope {

/// A trace names no data: operations for which `spread` holds are taken to need nothing of one another, all that stands
/// before them in their stream and is not spread, and to be needed by all that stands behind them. They go to `lanes`
/// new streams of their device in turn.
ChangedProgram spreadOfTrace(const Program &program, const std::vector<bool> &spread, int lanes);

} // namespace streamscope
