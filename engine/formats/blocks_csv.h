// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <string>

namespace streamscope {

/// Writes the blocks CSV to `path`, whole or not at all: RFC 4180, header line, one row per block by operation, start
/// and SM, times in microseconds from the start of the run with 3 decimals. A block whose number is unknown has an
/// empty field. Without blocks there is the header alone.
/// @throws RunError naming the path and the reason.
void writeBlocksCsv(const Timeline &timeline, const std::string &path);

} // namespace streamscope
