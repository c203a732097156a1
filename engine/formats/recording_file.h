// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

class QDataStream;

namespace streamscope {

/// Writes a Recording whole: every time to the nanosecond, every sample, note and block. This is what one process of
/// StreamScope hands to another one of the same build, not a format for keeping: reports, CSV files and traces are.
void writeRecording(const Recording &recording, QDataStream &stream);

/// The inverse. @throws RunError when `stream` ends early or holds what writeRecording() never writes.
Recording readRecording(QDataStream &stream);

} // namespace streamscope
