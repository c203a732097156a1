// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/output_file.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/recording.h"

#include <string>

namespace streamscope {

/// Writes Chrome trace JSON into `file`. The caller commits the file.
///
/// Perfetto, chrome://tracing and Kineto's readers open the trace without a warning. It has a lane for each stream of
/// each GPU, split where operations overlap, the host's calls with arrows to the operations that they issued, and a
/// counter of active streams. An object `streamscope` in the header and in each operation carries all other fields, so
/// that importTrace() makes the same Timeline from it, without blocks. `import` gives the origin of an imported trace;
/// it may be null.
/// @throws RunError as OutputFile does, and what `step` throws.
void writeChromeTrace(const Recording &recording, const ImportReport *import, OutputFile &file,
                      const WriteStep &step = {});

/// The same as text.
std::string chromeTrace(const Recording &recording, const ImportReport *import);

} // namespace streamscope
