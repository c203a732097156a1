// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_origin.h"
#include "engine/program/program.h"

#include <string>

namespace streamscope {

/// The Program as one file of CUDA C++ that nvcc compiles alone: streams, buffers, the operations with loops where they
/// repeat, timed runs, and a check of the data. The same file for the same Program.
/// @throws InputError for what this language cannot say: what graphProblem() and threadProblem() name.
std::string cudaSource(const Program &program, const CodeOrigin &origin);

} // namespace streamscope
