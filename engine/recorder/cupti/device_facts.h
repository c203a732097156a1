// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/recording_writer.h"

namespace streamscope::recorder {

/// Writes what the driver says about the GPUs that the program sees. False while CUDA has not started.
bool writeDeviceFacts(RecordingWriter &writer);

} // namespace streamscope::recorder
