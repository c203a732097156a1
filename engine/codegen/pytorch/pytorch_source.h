// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_origin.h"
#include "engine/program/program.h"

#include <string>

namespace streamscope {

/// The Program as one Python script for PyTorch, which runs it as often as the origin says, prints the makespan in the
/// lab's words and checks the data. What PyTorch cannot say is said to the CUDA runtime, with a comment.
/// @throws InputError for what cannot be said in one script.
std::string pytorchSource(const Program &program, const CodeOrigin &origin);

} // namespace streamscope
