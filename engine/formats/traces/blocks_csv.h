// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/output_file.h"
#include "engine/timeline/timeline.h"

namespace streamscope {

/// Writes the blocks CSV into `file`: RFC 4180, header line, one row per block by operation, start and SM, times in
/// microseconds from the start of the run with 3 decimals. A block whose number is unknown has an empty field. Without
/// blocks the file has only the header.
/// @throws RunError as OutputFile does, and what `step` throws.
void writeBlocksCsv(const Timeline &timeline, OutputFile &file, const WriteStep &step = {});

} // namespace streamscope
