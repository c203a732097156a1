// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

namespace streamscope {

/// All of a Program but its operations, for a change that writes them anew: those of a long Program take hundreds of
/// megabytes, which a copy would hold for nothing.
Program withoutOperations(const Program &program);

} // namespace streamscope
