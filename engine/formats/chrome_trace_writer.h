// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/output_file.h"
#include "engine/formats/trace_import.h"
#include "engine/timeline/recording.h"

#include <string>

namespace streamscope {

/// Writes Chrome trace JSON into `file`; commit it when everything else is written, too.
///
/// Perfetto, chrome://tracing and Kineto's readers take it without a warning: a lane for each stream of each GPU, split
/// where operations overlap, the host's calls with arrows to what they issued, a counter of active streams. An object
/// `streamscope` in the header and in each operation carries the rest, so that importTrace() makes the same Timeline of
/// it; blocks alone stay behind. `import` tells where the 0 of an imported trace lies; it may be null.
/// @throws RunError of the file.
void writeChromeTrace(const Recording &recording, const ImportReport *import, OutputFile &file);

/// The same as text.
std::string chromeTrace(const Recording &recording, const ImportReport *import);

} // namespace streamscope
