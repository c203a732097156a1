// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

class QDataStream;

namespace streamscope {

/// Writes a complete Recording: every time to the nanosecond, every sample, note and block. For handing it from one
/// StreamScope process to another of the same build. To keep a recording, write a report, a CSV file or a trace.
void writeRecording(const Recording &recording, QDataStream &stream);

/// The inverse. @throws RunError when `stream` ends early or holds what writeRecording() never writes.
Recording readRecording(QDataStream &stream);

/// The same for what is known about a device.
void writeDevice(const DeviceInfo &device, QDataStream &stream);
DeviceInfo readDevice(QDataStream &stream);

} // namespace streamscope
