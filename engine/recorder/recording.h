// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/activity_source.h"
#include "engine/recorder/buffer_pool.h"
#include "engine/recorder/options.h"
#include "engine/recorder/range_list.h"
#include "engine/recorder/recording_file.h"
#include "engine/recorder/recording_writer.h"
#include "engine/recorder/step_counter.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope::recorder {

/// What is recorded of this process: started and stopped from inside, outside or by time, written by a thread of its
/// own. One for each process, never destroyed: threads of the program may come at any time, also while it exits.
class Recording
{
public:
    Recording(Options options, ActivitySource &source);
    Recording(const Recording &) = delete;
    Recording &operator=(const Recording &) = delete;

    /// Opens the file, attaches the source, and records unless something is to start it later. False when nothing can
    /// be recorded; a line on stderr has said why.
    bool begin();
    /// Writes the rest and closes the file. At the end of the process, and only there.
    void finish();
    /// Says why nothing is recorded, and leaves no file.
    void giveUp(const char *why);
    /// In the child of a fork: nothing of this may be used there.
    void abandon() { m_abandoned = true; }

    /// Each returns false when it changes nothing.
    bool start(std::string_view cause);
    bool stop();
    void toggle(); ///< start or stop, by signal
    /// A step of the program begins.
    void step();
    /// A window opens on the calling thread: records as long as any is open.
    void openWindow(const char *name);
    void closeWindow();

    bool isOn() const { return m_on.load(std::memory_order_relaxed); }
    /// A range of the outermost level begins; it may be a step.
    void outermostRange(std::string_view name);
    RangeList &ranges() { return m_ranges; }

    struct Status
    {
        const char *state; ///< as control.h says
        std::uint64_t operations, dropped, bytes;
        std::string file;
    };
    Status status();
    /// Writes everything that is complete into the file.
    void flush();
    /// The calling thread is the recorder's.
    void adoptThread();
    /// One round of the recorder's thread. Returns the milliseconds until it wants the next.
    int work();
    /// Readable when there is work.
    int wakeDescriptor() const { return m_wake; }
    const Options &options() const { return m_options; }

private:
    struct Switch
    {
        std::int64_t time;
        bool on;
        std::string cause;
    };

    void atStep(std::int64_t number);
    void keepTime(std::int64_t now);
    void drain();
    void writeSwitches();
    void writeLosses(std::int64_t now);
    void writeClock();
    void writeAll(bool everything);
    void complain(const char *what, const char *why);

    const Options m_options;
    ActivitySource &m_source;
    const int m_wake;
    BufferPool m_pool;
    RangeList m_ranges;
    StepCounter m_steps;

    std::mutex m_switching; ///< guards what turns the recording on and off
    std::atomic<bool> m_on = false;
    bool m_wasOn = false;
    int m_windows = 0;                         ///< open
    std::atomic<bool> m_windowStarted = false; ///< the first open window started the recording
    std::vector<Switch> m_switches;            ///< not yet written

    std::mutex m_writing; ///< guards the file; nobody waits for it who holds m_switching
    RecordingFile m_file;
    std::uint64_t m_dropped = 0;
    bool m_failed = false, m_finished = false;
    std::int64_t m_begun = 0, m_nextClock = 0;
    std::atomic<std::int64_t> m_startAt = 0, m_stopAt = 0; ///< 0: never
    std::int64_t m_nextFlush = 0;
    std::atomic<bool> m_abandoned = false;
};

/// The recording of this process; null until the library has begun one.
Recording *currentRecording();
void setCurrentRecording(Recording *recording);

} // namespace streamscope::recorder
