// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"

namespace streamscope {

/// The calls of fillPattern() for all inputs.
void writeCudaFills(const CodeLayout &layout, const ExpectedData &expected, CodeText &code);
/// Checks what came back: sets `right`.
void writeCudaChecks(const CodeLayout &layout, const ExpectedData &expected, CodeText &code);

} // namespace streamscope
