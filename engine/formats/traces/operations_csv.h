// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/output_file.h"
#include "engine/timeline/timeline.h"

#include <QByteArray>

namespace streamscope {

/// The operations CSV (RFC 4180, header line, one row per operation in issue order, times in microseconds from the
/// start of the run with 3 decimals). Unknown times and absent chunks are empty fields.
/// Of a folded step the last columns tell how many steps have the operation and how its times spread.
/// Where a trace knows what issued its operations, the last columns say so: call, operator, range, module, stack.
QByteArray operationsCsv(const Timeline &timeline);

/// The same into `file`, piece by piece. @throws RunError as OutputFile does, and what `step` throws.
void writeOperationsCsv(const Timeline &timeline, OutputFile &file, const WriteStep &step = {});

} // namespace streamscope
