// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"

#include <string>

// A slice of a tensor takes Python longer than a launch takes CUDA. So the chunks of a buffer are made once, before the
// runs.

namespace streamscope {

/// Whether the Program uses the buffer of this group chunk by chunk, and never another part of it than the whole.
bool isUsedInChunks(const CodeLayout &layout, const BufferGroup &group);
/// The list of its chunks: "device_chunks".
std::string chunksName(const BufferGroup &group);
/// Makes the lists.
void writeChunkViews(const CodeLayout &layout, CodeText &code);

} // namespace streamscope
