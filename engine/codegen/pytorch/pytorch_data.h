// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"
#include "engine/codegen/layout/data_lines.h"

namespace streamscope {

/// Fills all inputs.
void writePytorchFills(const CodeLayout &layout, const DataLines &fills, CodeText &code);
/// Checks what came back: sets `right`.
void writePytorchChecks(const CodeLayout &layout, const DataLines &checks, CodeText &code);

} // namespace streamscope
