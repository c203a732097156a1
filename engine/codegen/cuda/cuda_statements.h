// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"

#include <string>

namespace streamscope {

/// The operations of a host thread, with loops where they repeat.
void writeStatements(const CodeLayout &layout, int thread, CodeText &code);
/// What captures the graphs of some operations.
void writeGraphs(const CodeLayout &layout, CodeText &code);

/// The call that allocates or frees `slot`. `stream` empty: not in a stream.
std::string cudaAllocation(const Operation &operation, bool allocates, const std::string &slot,
                           const std::string &bytes, const std::string &stream);

/// What the statements and main() call: as much of it as the Program needs. `hasGraphs`: of some operations.
std::string cudaHelpers(const Program &program, bool hasGraphs);

} // namespace streamscope
