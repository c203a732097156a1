// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/measuring/clock_probes.h"

#include "engine/executors/cuda/measuring/stamp_buffer.h"
#include "engine/executors/cuda/runtime/host_clock.h"

#include <algorithm>

namespace streamscope {

namespace {
constexpr int probesPerSet = 16; // the tightest of them counts
}

ClockProbes::ClockProbes(cudaStream_t stream) : m_stream(stream) {}

void ClockProbes::take()
{
    takeHost();
    takeTimer();
}

void ClockProbes::takeHost()
{
    for (int i = 0; i < probesPerSet; ++i) {
        HostProbe &probe = m_host.emplace_back();
        STREAMSCOPE_CUDA(cudaStreamSynchronize(m_stream));
        probe.before = hostNow();
        probe.event.record(m_stream);
        cudaError_t state = cudaErrorNotReady;
        while (state == cudaErrorNotReady)
            state = cudaEventQuery(probe.event.get());
        probe.after = hostNow();
        STREAMSCOPE_CUDA(state);
    }
}

void ClockProbes::takeTimer()
{
    const StampBuffer stamps(probesPerSet);
    const std::size_t first = m_timer.size();
    for (int i = 0; i < probesPerSet; ++i) {
        TimerProbe &probe = m_timer.emplace_back();
        STREAMSCOPE_CUDA(cudaStreamSynchronize(m_stream));
        probe.before.record(m_stream);
        STREAMSCOPE_CUDA(launchStamp(stamps.place(i), m_stream));
        probe.after.record(m_stream);
    }
    STREAMSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    const std::vector<KernelTimes> values = stamps.read();
    for (int i = 0; i < probesPerSet; ++i)
        m_timer[first + static_cast<std::size_t>(i)].stamp = values[static_cast<std::size_t>(i)];
}

std::vector<KernelTimes> ClockProbes::stamps() const
{
    std::vector<KernelTimes> stamps;
    for (const TimerProbe &probe : m_timer)
        stamps.push_back(probe.stamp);
    return stamps;
}

void ClockProbes::addTo(RawRun &raw, const CudaEvent &origin) const
{
    for (const HostProbe &probe : m_host) {
        // The event fired at some time between the call and the moment at which the host saw it.
        const std::int64_t time = probe.event.nanosecondsSince(origin);
        raw.host.push_back({time, probe.after, probe.before, time});
    }
    for (std::size_t i = 0; i < m_timer.size(); ++i) {
        const TimerProbe &probe = m_timer[i];
        (i < probesPerSet ? raw.timer : raw.timerEnd)
            .push_back({probe.before.nanosecondsSince(origin), probe.stamp.firstStart, probe.stamp.lastEnd,
                        probe.after.nanosecondsSince(origin)});
    }
}

int measureGlobalTimerStep()
{
    constexpr int reads = 4096;
    const CudaStream stream(cudaStreamNonBlocking);
    const DeviceBuffer buffer(reads * sizeof(unsigned long long)); // device memory: page faults would stretch the reads
    std::vector<unsigned long long> values(reads);
    STREAMSCOPE_CUDA(launchReadTimer(static_cast<unsigned long long *>(buffer.data()), reads, stream.get()));
    STREAMSCOPE_CUDA(cudaStreamSynchronize(stream.get()));
    STREAMSCOPE_CUDA(cudaMemcpy(values.data(), buffer.data(), buffer.bytes(), cudaMemcpyDeviceToHost));
    unsigned long long step = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const unsigned long long difference = values[i] - values[i - 1];
        if (values[i] > values[i - 1] && (step == 0 || difference < step))
            step = difference;
    }
    return static_cast<int>(std::min<unsigned long long>(step, 1'000'000'000));
}

} // namespace streamscope
