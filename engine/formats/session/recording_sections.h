// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/session/section_file.h"
#include "engine/timeline/recording.h"

namespace streamscope {

/// Writes a whole Recording: every time to the nanosecond, every sample, note, block, call and event of the host.
void writeRecording(const Recording &recording, SectionWriter &writer);

/// The inverse. The section at hand is its first one, and its last one afterwards.
/// @throws InputError for what writeRecording() never writes, RunError beyond the memory limit.
Recording readRecording(SectionReader &reader);

/// The same for what is known about a device: one section.
void writeDevice(const DeviceInfo &device, SectionWriter &writer);
DeviceInfo readDevice(SectionReader &reader);

} // namespace streamscope
