// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

namespace streamscope {

/// The replayed program's calls come from operators of a framework (PyTorch), not from code that somebody wrote for it.
bool hasOperators(const Program &program);

/// The same, or kernels of PyTorch itself: of a thread that its profiler does not watch a trace has no operators.
bool isOfFramework(const Program &program);

} // namespace streamscope
