// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/measuring/device_clocks.h"

#include "engine/executors/cuda/runtime/host_clock.h"
#include "engine/executors/timing/clock_alignment.h"

#include <algorithm>

namespace streamscope {

namespace {

/// How `origin`'s clock lies to the host's: the event fires between the call and the moment at which the host sees it.
ClockAlignment againstHost(cudaStream_t stream, const CudaEvent &origin)
{
    constexpr int probes = 16; // the tightest of them counts
    ClockAlignment alignment;
    const CudaEvent event(CudaEvent::Timing::On);
    for (int i = 0; i < probes; ++i) {
        STREAMSCOPE_CUDA(cudaStreamSynchronize(stream));
        const std::int64_t before = hostNow();
        event.record(stream);
        STREAMSCOPE_CUDA(cudaEventSynchronize(event.get()));
        const std::int64_t after = hostNow();
        const std::int64_t time = event.nanosecondsSince(origin);
        alignment.addBracket({time, after, before, time});
    }
    return alignment;
}

} // namespace

DeviceClocks::DeviceClocks(const DeviceSet &devices, const CudaEvent &origin, cudaStream_t stream)
    : m_devices(devices), m_origin(origin), m_stream(stream)
{
    for (int device = 1; device < devices.count(); ++device) {
        devices.select(device);
        m_others.push_back(std::make_unique<Other>(device));
    }
    devices.select(0);
}

void DeviceClocks::begin(const CudaEvent &fork) const
{
    for (const auto &other : m_others) {
        m_devices.select(other->device);
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(other->stream.get(), fork.get(), 0));
        other->origin.record(other->stream.get());
    }
}

void DeviceClocks::align()
{
    if (m_others.empty())
        return;
    m_devices.select(0);
    const ClockAlignment first = againstHost(m_stream, m_origin);
    m_uncertainty = 0;
    for (const auto &other : m_others) {
        m_devices.select(other->device);
        const ClockAlignment theirs = againstHost(other->stream.get(), other->origin);
        other->offset = first.offset() - theirs.offset();
        m_uncertainty = std::max(m_uncertainty, first.uncertainty() + theirs.uncertainty());
    }
    m_devices.select(0);
}

std::int64_t DeviceClocks::timeOf(const CudaEvent &event, int device) const
{
    if (device == 0)
        return event.tryNanosecondsSince(m_origin).value_or(unknownTime);
    const Other &other = *m_others[static_cast<std::size_t>(device) - 1];
    const auto time = event.tryNanosecondsSince(other.origin);
    return time ? *time + other.offset : unknownTime;
}

} // namespace streamscope
