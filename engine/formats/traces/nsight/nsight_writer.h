// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/output_file.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/recording.h"

#include <cstdint>

namespace streamscope {

/// Writes a trace as an SQLite database with the tables of Nsight Systems (schema 3.25), as far as the Timeline has
/// their content, so that programs and queries for its exports read it, and importTrace() makes the same figures of it.
/// The caller commits the file. The database is made in memory: some 150 bytes for an operation or a call. `import`
/// gives the origin of an imported trace; it may be null.
/// Returns how many operations have no table there: work of the host between calls, and its functions in streams.
/// @throws RunError as OutputFile does, and without memory.
std::uint64_t writeNsightDatabase(const Recording &recording, const ImportReport *import, OutputFile &file);

} // namespace streamscope
