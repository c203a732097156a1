// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/buffer_pool.h"
#include "engine/recorder/options.h"
#include "engine/recorder/recording_writer.h"

#include <cstdint>
#include <string>

namespace streamscope::recorder {

/// Where the records of a recording come from: CUPTI; in tests, a source without a GPU. It fills buffers of a pool on
/// any thread; the recorder's thread empties them with decode().
class ActivitySource
{
public:
    virtual ~ActivitySource() = default;

    /// Gets ready, once, before anything else. Empty, or why nothing can be recorded: a sentence's end.
    virtual std::string attach(BufferPool &pool) = 0;
    /// From here on what the program does is recorded. Empty, or why not. Any thread, but one at a time.
    virtual std::string start() = 0;
    /// What the program does from here on is not recorded.
    virtual void stop() = 0;
    /// Hands over what is complete; with `everything` also the rest, at the end of the process.
    virtual void deliver(bool everything) = 0;
    /// Writes the records of a buffer as rows. The recorder's thread.
    virtual void decode(const FullBuffer &buffer, RecordingWriter &writer) = 0;
    /// Writes the rows that came without a buffer. The recorder's thread.
    virtual void writeUnbuffered(RecordingWriter &writer) = 0;
    /// Records lost in the source itself since the last time of asking.
    virtual std::uint64_t lost() = 0;
    /// Writes what it knows about devices, threads and itself, each once; `last`: at the end of the process.
    virtual void describe(RecordingWriter &writer, bool last) = 0;
    /// What this thread calls is the recorder's own work.
    virtual void setRecorderThread(std::uint32_t thread) = 0;
};

/// The source of this library. The caller owns it.
ActivitySource *makeSource(const Options &options);

} // namespace streamscope::recorder
