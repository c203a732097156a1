// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/session/section_file.h"
#include "engine/program/program.h"

namespace streamscope {

/// Writes a whole Program.
void writeProgram(const Program &program, SectionWriter &writer);

/// The inverse. The section at hand is its first one, and its last one afterwards.
/// @throws InputError for what writeProgram() never writes and for a Program with findProblems(), RunError beyond the
///         memory limit.
Program readProgram(SectionReader &reader);

} // namespace streamscope
