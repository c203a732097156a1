// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/recording.h"

#include "engine/recorder/clock.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace streamscope::recorder {

namespace {

constexpr std::int64_t nsPerMs = 1'000'000;
constexpr std::int64_t flushNs = 250 * nsPerMs; ///< what a killed process loses at most
constexpr std::int64_t clockEveryNs = 1'000 * nsPerMs;
constexpr std::int64_t eagerNs = 2'000 * nsPerMs;
constexpr std::int64_t eagerEveryNs = 10 * nsPerMs;
constexpr std::size_t mostBuffers = 256; ///< 64 MiB
/// The exit of the program does not wait longer for a disk or for CUPTI.
constexpr std::chrono::seconds longestFinish{10};

std::atomic<Recording *> theRecording = nullptr;

} // namespace

Recording *currentRecording()
{
    return theRecording.load(std::memory_order_acquire);
}

void setCurrentRecording(Recording *recording)
{
    theRecording.store(recording, std::memory_order_release);
}

Recording::Recording(Options options, ActivitySource &source)
    : m_options(std::move(options)), m_source(source), m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      m_pool(mostBuffers, m_wake)
{}

void Recording::complain(const char *what, const char *why)
{
    if (fcntl(STDERR_FILENO, F_GETFD) >= 0)
        dprintf(STDERR_FILENO, "streamscope record: %s: %s\n", what, why);
}

bool Recording::begin()
{
    const std::scoped_lock lock(m_switching, m_writing);
    if (const int error = m_file.create(m_options.folder); error != 0) {
        complain(("nothing is recorded, as " + m_file.path() + " cannot be written").c_str(), std::strerror(error));
        return false;
    }
    // Last, so that CUPTI stays free for others where nothing can be written.
    if (const std::string problem = m_source.attach(m_pool); !problem.empty()) {
        complain("nothing is recorded", problem.c_str());
        m_file.close(false);
        return false;
    }
    m_begun = nowNs();
    writeClock();
    m_nextFlush = m_begun + flushNs;
    if (m_options.delayNs > 0)
        m_startAt = m_begun + m_options.delayNs;
    return true;
}

void Recording::giveUp(const char *why)
{
    complain("nothing is recorded", why);
    finish();
    abandon();
}

bool Recording::start(std::string_view cause)
{
    const std::lock_guard lock(m_switching);
    if (m_on || m_abandoned)
        return false;
    if (const std::string problem = m_source.start(); !problem.empty()) {
        complain("cannot record", problem.c_str());
        return false;
    }
    const std::int64_t now = nowNs();
    m_on = m_wasOn = true;
    m_switches.push_back({now, true, std::string(cause)});
    m_stopAt = m_options.durationNs > 0 ? now + m_options.durationNs : 0;
    return true;
}

bool Recording::stop()
{
    const std::lock_guard lock(m_switching);
    if (!m_on || m_abandoned)
        return false;
    m_on = false;
    m_stopAt = 0;
    m_switches.push_back({nowNs(), false, {}});
    m_source.stop();
    return true;
}

void Recording::toggle()
{
    if (!stop())
        start("signal");
}

void Recording::atStep(std::int64_t number)
{
    if (number < 0 || m_options.firstStep < 0)
        return;
    if (number == m_options.firstStep)
        start("step " + std::to_string(number));
    else if (number == m_options.lastStep + 1)
        stop();
}

void Recording::step()
{
    atStep(m_steps.marked());
}

void Recording::outermostRange(std::string_view name)
{
    if (m_options.firstStep >= 0)
        atStep(m_steps.rangeBegins(name));
}

void Recording::openWindow(const char *name)
{
    bool first = false;
    {
        const std::lock_guard lock(m_switching);
        first = m_windows++ == 0;
    }
    if (first && start(name))
        m_windowStarted = true;
}

void Recording::closeWindow()
{
    bool last = false;
    {
        const std::lock_guard lock(m_switching);
        if (m_windows == 0)
            return;
        last = --m_windows == 0;
    }
    if (last && m_windowStarted.exchange(false))
        stop();
}

void Recording::writeClock()
{
    const recording::ClockRow row{nowNs(), clockNs(CLOCK_REALTIME)};
    m_file.writer().add(row);
    m_nextClock = row.time + clockEveryNs;
}

void Recording::writeSwitches()
{
    std::vector<Switch> switches;
    {
        const std::lock_guard lock(m_switching);
        switches.swap(m_switches);
    }
    RecordingWriter &writer = m_file.writer();
    for (const Switch &s : switches)
        writer.add(recording::SwitchRow{s.time, static_cast<std::uint8_t>(s.on), writer.text(s.cause)});
}

void Recording::drain()
{
    while (const std::optional<FullBuffer> buffer = m_pool.nextFull()) {
        m_source.decode(*buffer, m_file.writer());
        m_pool.recycle(buffer->data, buffer->bytes);
    }
    m_source.writeUnbuffered(m_file.writer());
}

void Recording::writeLosses(std::int64_t now)
{
    RecordingWriter &writer = m_file.writer();
    const auto write = [&](std::uint64_t records, const char *cause) {
        if (records > 0)
            writer.add(recording::DroppedRow{now, records, writer.text(cause)});
        m_dropped += records;
    };
    write(m_source.lost(), "the program is faster than the recorder or the disk");
    write(m_ranges.write(writer), "more NVTX ranges than the recorder can write");
}

/// Everything that is known now into the file. The caller holds m_writing.
void Recording::writeAll(bool everything)
{
    m_source.deliver(everything);
    drain();
    const std::int64_t now = nowNs();
    writeSwitches();
    writeLosses(now);
    m_source.describe(m_file.writer(), everything);
    if (everything || now >= m_nextClock)
        writeClock();
    m_file.writer().flush();
    m_nextFlush = now + flushNs;
    if (const int error = m_file.writer().error(); error != 0 && !m_failed) {
        m_failed = true;
        complain(("the recording ends here, as " + m_file.path() + " cannot be written").c_str(), std::strerror(error));
    }
}

void Recording::flush()
{
    const std::lock_guard lock(m_writing);
    if (!m_finished && !m_abandoned)
        writeAll(false);
}

/// Starts and stops by time.
void Recording::keepTime(std::int64_t now)
{
    if (std::int64_t at = m_startAt; at != 0 && now >= at) {
        m_startAt = 0;
        start("delay");
    }
    if (std::int64_t at = m_stopAt; at != 0 && now >= at) {
        stop();
        flush();
    }
}

void Recording::adoptThread()
{
    m_source.setRecorderThread(threadNumber());
}

int Recording::work()
{
    constexpr int idle = 1'000;
    std::uint64_t woken = 0;
    if (read(m_wake, &woken, sizeof woken) < 0) {
        // Nobody has: the time is over.
    }
    keepTime(nowNs());
    const std::lock_guard lock(m_writing);
    if (m_finished || m_abandoned)
        return idle;
    drain();
    const std::int64_t now = nowNs();
    if (now >= m_nextFlush)
        writeAll(false);
    std::int64_t next = m_nextFlush;
    if (now < m_begun + eagerNs) { // CUDA is starting: a short program ends soon
        m_source.describe(m_file.writer(), false);
        next = std::min(next, now + eagerEveryNs);
    }
    for (const std::int64_t at : {m_startAt.load(), m_stopAt.load()})
        if (at != 0)
            next = std::min(next, at);
    return static_cast<int>(std::clamp<std::int64_t>((next - nowNs()) / nsPerMs + 1, 0, idle));
}

Recording::Status Recording::status()
{
    const std::lock_guard lock(m_writing);
    if (m_finished)
        return {"stopped", 0, m_dropped, 0, m_file.path()};
    RecordingWriter &writer = m_file.writer();
    if (m_failed)
        return {"failed", writer.operations(), m_dropped, writer.bytes(), std::strerror(writer.error())};
    const char *state = m_on ? "recording" : m_wasOn ? "stopped" : "waiting";
    return {state, writer.operations(), m_dropped, writer.bytes(), m_file.path()};
}

void Recording::finish()
{
    if (m_abandoned)
        return;
    // A thread that hangs in a write must not keep the process: the file is whole up to its last chunk.
    std::unique_lock lock(m_writing, std::defer_lock);
    const auto until = std::chrono::steady_clock::now() + longestFinish;
    while (!lock.try_lock()) {
        if (std::chrono::steady_clock::now() > until)
            return;
        usleep(1'000);
    }
    if (std::exchange(m_finished, true))
        return;
    writeAll(true);
    m_file.close(m_file.writer().operations() > 0);
}

} // namespace streamscope::recorder
