// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The doors of the library: what the driver and programs call. Nothing else is exported, but the one for NVTX.

#include "engine/recorder/activity_source.h"
#include "engine/recorder/export.h"
#include "engine/recorder/options.h"
#include "engine/recorder/program_ranges.h"
#include "engine/recorder/recorder_thread.h"
#include "engine/recorder/recording.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <optional>

#include <pthread.h>

namespace streamscope::recorder {

namespace {

void finishAtExit()
{
    if (Recording *recording = currentRecording())
        recording->finish();
}

/// A fork copies no thread but the caller's, and CUDA does not work in the child.
void abandonInChild()
{
    if (Recording *recording = currentRecording())
        recording->abandon();
    setCurrentRecording(nullptr);
}

void begin()
{
    const std::optional<Options> options = readOptions();
    if (!options)
        return;
    // Never destroyed, also when it does not begin: threads of the program may come until the very end, and CUPTI may
    // know its buffers.
    static Recording *const recording = new Recording(*options, *makeSource(*options));
    if (!recording->begin())
        return;
    setCurrentRecording(recording);
    pthread_atfork(nullptr, nullptr, abandonInChild);
    std::atexit(finishAtExit);
    if (!startRecorderThread(*recording)) {
        recording->giveUp("the system gives no thread");
        return;
    }
    if (!options->startsLater())
        recording->start("start of the program");
}

} // namespace

} // namespace streamscope::recorder

/// Called by the CUDA driver while it starts in a process whose CUDA_INJECTION64_PATH names this library.
STREAMSCOPE_EXPORT int InitializeInjection()
{
    static std::once_flag once;
    std::call_once(once, streamscope::recorder::begin);
    return 1;
}

// For streamscope_record.h and streamscope_record.py: 0: done, −1: there is no recording in this process.

STREAMSCOPE_EXPORT int streamscope_record_start(const char *cause)
{
    auto *recording = streamscope::recorder::currentRecording();
    if (recording)
        recording->start(cause ? cause : "program");
    return recording ? 0 : -1;
}

STREAMSCOPE_EXPORT int streamscope_record_stop()
{
    auto *recording = streamscope::recorder::currentRecording();
    if (recording)
        recording->stop();
    return recording ? 0 : -1;
}

STREAMSCOPE_EXPORT int streamscope_record_step()
{
    auto *recording = streamscope::recorder::currentRecording();
    if (recording)
        recording->step();
    return recording ? 0 : -1;
}

STREAMSCOPE_EXPORT int streamscope_record_window_begin(const char *name)
{
    auto *recording = streamscope::recorder::currentRecording();
    if (!recording)
        return -1;
    recording->openWindow(name ? name : "window");
    streamscope::recorder::pushRange({name ? name : "window"}, streamscope::recorder::ownDomain());
    return 0;
}

STREAMSCOPE_EXPORT int streamscope_record_window_end()
{
    auto *recording = streamscope::recorder::currentRecording();
    if (!recording)
        return -1;
    streamscope::recorder::popRange(streamscope::recorder::ownDomain());
    recording->closeWindow();
    return 0;
}
