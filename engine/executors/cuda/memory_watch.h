// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/program_resources.h"
#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/executors/timing/threads/host_watcher.h"
#include "engine/executors/timing/watch_plan.h"
#include "engine/program/program.h"

#include "kernels/watch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// Times copies by watching the last word of their destination. A kernel of one warp on its own stream polls words in
/// device memory; a host thread polls words in host memory. Before each run every word gets another value than the copy
/// writes. Nothing is added to the Program's streams.
class MemoryWatch
{
public:
    /// `program` and `resources` must outlive the object. The Program has run before, so the words that D2H copies
    /// write are read from their destinations. `limitNs`: how long one run is watched at most, in nanoseconds.
    /// @throws CudaError.
    MemoryWatch(const Program &program, const WatchPlan &plan, const ProgramResources &resources, std::int64_t limitNs);

    /// Raises that limit by `nanoseconds`.
    void watchLonger(std::int64_t nanoseconds) { m_limit += nanoseconds; }

    /// Watches one run. After its destructor nothing polls any more, also after an exception.
    class Watching
    {
    public:
        /// `watch` may be null: then the object does nothing.
        explicit Watching(MemoryWatch *watch) : m_watch(watch) {}
        Watching(const Watching &) = delete;
        Watching &operator=(const Watching &) = delete;
        ~Watching();
        /// Call on an idle device, before the run's fork. Returns when kernel and thread are polling. @throws
        /// CudaError; RunError when the kernel does not start.
        void begin();
        /// Call after the run, when only the polling kernel runs on the device. @throws CudaError; RunError when the
        /// time limit was exceeded.
        void end();

    private:
        MemoryWatch *m_watch;
        bool m_active = false;
    };

    struct Seen
    {
        /// By word of the plan, nanoseconds of %globaltimer; unknownTime when the observer was too late.
        std::vector<std::int64_t> times;
        std::int64_t drift = 0; ///< drift of the host's clock against %globaltimer since before the run, ns
    };
    /// The times of the last run. Call on an idle device. @throws CudaError, RunError.
    Seen read() const;

private:
    /// A moment on the host's clock and how far that clock was ahead of %globaltimer, latency of the link included: D2H
    /// copies have the same latency.
    struct ClockMoment
    {
        std::int64_t host = 0;
        std::int64_t ahead = 0;
    };

    void addWord(const Program &program, const WatchPlan::Word &word, const ProgramResources &resources);
    WatchTask task(int words) const;
    TimerSignal *signal() const { return static_cast<TimerSignal *>(m_signal.data()); }
    ClockMoment launchAndListen(int words) const;
    ClockMoment listen() const;
    void begin();
    void end();
    void stop() noexcept;
    void waitForKernel();
    std::vector<std::int64_t> readDevice() const;

    std::vector<bool> m_inDevice; ///< by word of the plan: true when it is in m_deviceWords, else in m_hostWords
    std::vector<WatchedWord> m_deviceWords;
    std::vector<HostWatcher::Word> m_hostWords;
    std::int64_t m_limit;
    CudaStream m_stream, m_stopStream;
    DeviceBuffer m_table, m_seen, m_stop;
    HostBuffer m_signal;
    std::optional<HostWatcher> m_watcher;
    std::vector<std::int64_t> m_hostTimes;
    ClockMoment m_before;
    std::int64_t m_begun = 0; ///< of the host's clock
};

} // namespace streamscope
