// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

namespace streamscope {

/// The replayed program's calls come from operators of a framework (PyTorch), not from code that somebody wrote for it.
bool hasOperators(const Program &program);

} // namespace streamscope
