// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <string>

namespace streamscope {

/// What stands at the head of the code.
struct CodeOrigin
{
    std::string title;   ///< of the preset or experiment
    std::string command; ///< that wrote the code, without the program's name
    int warmup = 2;      ///< runs before the timed ones
    int repeat = 10;     ///< timed runs
};

/// The Program as one file of CUDA C++ that nvcc compiles alone: streams, buffers, the operations with loops where they
/// repeat, timed runs, and a check of the data. The same file for the same Program.
/// @throws InputError for what this language cannot say: several host threads, a collective, graphs of some operations.
std::string cudaSource(const Program &program, const CodeOrigin &origin);

} // namespace streamscope
