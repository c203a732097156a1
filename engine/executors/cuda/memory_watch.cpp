// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/memory_watch.h"

#include "engine/executors/cuda/runtime/host_clock.h"
#include "engine/executors/timing/clock_line.h"
#include "engine/program/text/translatable.h"
#include "engine/timeline/timeline.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace streamscope {

namespace {

constexpr int signals = 20; // of them the nearest counts
constexpr std::int64_t kernelStartTimeoutNs = 1'000'000'000;
constexpr std::int64_t lastWordTimeoutNs = 5'000'000; // the copies have ended

/// The most urgent priority, so that no stream of the Program shares the kernel's queue.
int highestPriority()
{
    int lowest = 0, highest = 0;
    STREAMSCOPE_CUDA(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
    return highest;
}

std::uint32_t wordAt(const void *address)
{
    std::uint32_t word = 0;
    std::memcpy(&word, address, sizeof word);
    return word;
}

} // namespace

MemoryWatch::MemoryWatch(const Program &program, const WatchPlan &plan, const ProgramResources &resources,
                         std::int64_t limitNs)
    : m_limit(limitNs), m_stream(cudaStreamNonBlocking, highestPriority()),
      m_stopStream(cudaStreamNonBlocking, highestPriority()), m_table(plan.words.size() * sizeof(WatchedWord)),
      m_seen(plan.words.size() * sizeof(unsigned long long)), m_stop(sizeof(unsigned)),
      m_signal(HostMemory::Pinned, sizeof(TimerSignal))
{
    STREAMSCOPE_CUDA(preloadWatch());
    for (const WatchPlan::Word &word : plan.words)
        addWord(program, word, resources);
    if (!m_deviceWords.empty())
        STREAMSCOPE_CUDA(cudaMemcpy(m_table.data(), m_deviceWords.data(), m_deviceWords.size() * sizeof(WatchedWord),
                                    cudaMemcpyHostToDevice));
    STREAMSCOPE_CUDA(cudaDeviceSynchronize()); // the copy may still be on its way, on another stream
}

void MemoryWatch::addWord(const Program &program, const WatchPlan::Word &word, const ProgramResources &resources)
{
    const bool inDevice = program.operations[static_cast<std::size_t>(word.operation)].kind == OperationKind::H2D;
    m_inDevice.push_back(inDevice);
    auto *place = static_cast<std::uint32_t *>(resources.address(word.place));
    if (inDevice)
        m_deviceWords.push_back({place, ~wordAt(resources.address(word.source))});
    else
        m_hostWords.push_back({place, ~wordAt(place)});
}

WatchTask MemoryWatch::task(int words) const
{
    void *signal = nullptr;
    STREAMSCOPE_CUDA(cudaHostGetDevicePointer(&signal, m_signal.data(), 0));
    return {static_cast<const WatchedWord *>(m_table.data()),
            words,
            static_cast<unsigned long long *>(m_seen.data()),
            static_cast<unsigned *>(m_stop.data()),
            static_cast<TimerSignal *>(signal),
            signals,
            m_limit,
            HostWatcher::maxUnwatchedNs};
}

/// Starts the kernel. On return the kernel is polling, or has ended when there are no words.
MemoryWatch::ClockMoment MemoryWatch::launchAndListen(int words) const
{
    *signal() = {};
    std::atomic_thread_fence(std::memory_order_seq_cst);
    STREAMSCOPE_CUDA(launchWatch(task(words), m_stream.get()));
    return listen();
}

MemoryWatch::ClockMoment MemoryWatch::listen() const
{
    const std::atomic_ref time(signal()->time);
    const std::atomic_ref done(signal()->done);
    ClockMoment nearest;
    unsigned long long last = 0;
    const std::int64_t begin = hostNow();
    for (bool over = false; !over;) {
        over = done.load() != 0; // read first, so that the last time is complete, too
        const unsigned long long heard = time.load();
        const std::int64_t now = hostNow();
        if (heard != last) {
            const std::int64_t ahead = now - static_cast<std::int64_t>(heard);
            if (last == 0 || ahead < nearest.ahead)
                nearest = {now, ahead};
            last = heard;
        }
        if (now - begin > kernelStartTimeoutNs)
            throw RunError(QT_TRANSLATE_NOOP("engine", "the kernel that watches the memory did not start"));
    }
    return nearest;
}

void MemoryWatch::begin()
{
    STREAMSCOPE_CUDA(launchPoison(task(static_cast<int>(m_deviceWords.size())), m_stream.get()));
    for (const HostWatcher::Word &word : m_hostWords)
        std::atomic_ref(*word.address).store(word.poison);
    m_begun = hostNow(); // before the launch, which may block (CUDA_LAUNCH_BLOCKING): end() finds out
    m_before = launchAndListen(static_cast<int>(m_deviceWords.size()));
    m_watcher.emplace(m_hostWords, m_limit);
}

void MemoryWatch::end()
{
    waitForKernel();
    m_hostTimes = m_watcher->finish(lastWordTimeoutNs);
    m_watcher.reset();
    if (hostNow() - m_begun > m_limit)
        throw RunError(QT_TRANSLATE_NOOP("engine", "the run took longer than its memory may be watched"));
}

/// All copies have ended, so the kernel sees the last word now; if it does not, it is told to stop.
void MemoryWatch::waitForKernel()
{
    const std::int64_t begin = hostNow();
    cudaError_t state = cudaErrorNotReady;
    while (state == cudaErrorNotReady && hostNow() - begin < lastWordTimeoutNs)
        state = cudaStreamQuery(m_stream.get());
    if (state == cudaErrorNotReady) {
        static_cast<void>(cudaGetLastError()); // no error, and must not stay as one
        stop();
        state = cudaStreamSynchronize(m_stream.get());
    }
    STREAMSCOPE_CUDA(state);
}

/// On another stream, because the kernel blocks its own.
void MemoryWatch::stop() noexcept
{
    STREAMSCOPE_CUDA_NOEXCEPT(cudaMemsetAsync(m_stop.data(), 1, m_stop.bytes(), m_stopStream.get()));
}

std::vector<std::int64_t> MemoryWatch::readDevice() const
{
    std::vector<unsigned long long> seen(m_deviceWords.size());
    if (!seen.empty())
        STREAMSCOPE_CUDA(
            cudaMemcpy(seen.data(), m_seen.data(), seen.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost));
    std::vector<std::int64_t> times;
    for (const unsigned long long time : seen)
        times.push_back(time == wordNotSeen || time == wordSeenTooLate ? unknownTime : static_cast<std::int64_t>(time));
    return times;
}

MemoryWatch::Seen MemoryWatch::read() const
{
    const ClockMoment after = launchAndListen(0);
    STREAMSCOPE_CUDA(cudaStreamSynchronize(m_stream.get()));
    const ClockLine onTimer(m_before.host, -m_before.ahead, after.host, -after.ahead);
    const std::vector<std::int64_t> inDevice = readDevice();
    Seen seen;
    seen.drift = after.ahead - m_before.ahead;
    auto device = inDevice.cbegin();
    auto host = m_hostTimes.cbegin();
    for (const bool isInDevice : m_inDevice) {
        const std::int64_t time = isInDevice ? *device++ : *host++;
        seen.times.push_back(isInDevice || time == unknownTime ? time : onTimer.at(time));
    }
    return seen;
}

MemoryWatch::Watching::~Watching()
{
    if (!m_active)
        return;
    m_watch->stop();
    m_watch->m_watcher.reset();
}

void MemoryWatch::Watching::begin()
{
    if (!m_watch)
        return;
    m_active = true;
    m_watch->begin();
}

void MemoryWatch::Watching::end()
{
    if (!m_watch)
        return;
    m_watch->end();
    m_active = false;
}

} // namespace streamscope
