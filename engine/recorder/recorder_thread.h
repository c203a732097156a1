// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope::recorder {

class Recording;

/// Starts the thread that writes the recording, answers the control socket and takes the signal, if one was asked for.
/// It runs until the process ends. False when the system gives no thread.
bool startRecorderThread(Recording &recording);

} // namespace streamscope::recorder
