// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/cuda_handles.h"
#include "engine/executors/cuda/program_resources.h"
#include "engine/executors/host_watcher.h"
#include "engine/executors/watch_plan.h"
#include "engine/program/program.h"

#include "kernels/watch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// Times copies by looking at the last word of their destination: a kernel of one warp on a stream of its own looks at
/// those in device memory, a thread of the host at those in host memory. Before each run every word gets another value
/// than the copy brings. Nothing is put into the Program's streams.
class MemoryWatch
{
public:
    /// `program` and `resources` outlive it. The Program has run before: what a copy brings to the host is read from
    /// where it was brought to. `limitNs`: how long one run may be watched, in nanoseconds.
    /// @throws CudaError.
    MemoryWatch(const Program &program, const WatchPlan &plan, const ProgramResources &resources, std::int64_t limitNs);

    /// Lets each run be watched for so many nanoseconds more.
    void watchLonger(std::int64_t nanoseconds) { m_limit += nanoseconds; }

    /// One run. Nothing looks any more when it is gone, whatever happened meanwhile.
    class Watching
    {
    public:
        /// `watch` may be null: then nothing happens.
        explicit Watching(MemoryWatch *watch) : m_watch(watch) {}
        Watching(const Watching &) = delete;
        Watching &operator=(const Watching &) = delete;
        ~Watching();
        /// On an idle device, in front of the run's fork. Returns when both look. @throws CudaError; RunError when the
        /// kernel does not start.
        void begin();
        /// Behind the run, on a device that is idle but for the kernel. @throws CudaError; RunError when the time was
        /// up before.
        void end();

    private:
        MemoryWatch *m_watch;
        bool m_active = false;
    };

    struct Seen
    {
        /// By word of the plan, nanoseconds of %globaltimer; unknownTime where nobody looked in time.
        std::vector<std::int64_t> times;
        std::int64_t drift = 0; ///< of the host's clock against %globaltimer from before the run to now, ns
    };
    /// Of the last run, on an idle device. @throws CudaError, RunError.
    Seen read() const;

private:
    /// The host's clock when it was nearest to %globaltimer, and how far it was ahead, with the way over the link: what
    /// copies bring to the host takes that way, too.
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

    std::vector<bool> m_inDevice; ///< by word of the plan: of which of the two lists it is the next
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
