// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/timeline/raw_run.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Measures the offsets of the host's clock and of %globaltimer to the events' clock. Probes are taken before and after
/// a run, on an idle device, on the stream of the run's fork event.
class ClockProbes
{
public:
    explicit ClockProbes(cudaStream_t stream);

    /// Records one set of probes and waits for them.
    void take();

    /// The stamps of all probes so far, in launch order: each probe is one kernel.
    std::vector<KernelTimes> stamps() const;

    /// Adds the probes' brackets to `raw`: event time against the host's clock and against %globaltimer, the first set
    /// of probes apart from later sets. Event times count from `origin`.
    void addTo(RawRun &raw, const CudaEvent &origin) const;

private:
    struct HostProbe
    {
        CudaEvent event{CudaEvent::Timing::On};
        std::int64_t before = 0;
        std::int64_t after = 0;
    };
    struct TimerProbe
    {
        CudaEvent before{CudaEvent::Timing::On};
        CudaEvent after{CudaEvent::Timing::On};
        KernelTimes stamp{};
    };

    void takeHost();
    void takeTimer();

    cudaStream_t m_stream;
    std::vector<HostProbe> m_host;
    std::vector<TimerProbe> m_timer;
};

/// The smallest observed step of %globaltimer, in nanoseconds; 0 when it never changed.
int measureGlobalTimerStep();

} // namespace streamscope
