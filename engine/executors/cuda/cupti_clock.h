// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/clock_line.h"
#include "engine/executors/cuda/clock_probes.h"
#include "engine/executors/cuda/cupti_recorder.h"
#include "engine/executors/operation_times.h"

#include <vector>

namespace streamscope {

/// Turns CUPTI's times into those of %globaltimer, and these into event times by the same probes: CUPTI's kernel times
/// are %globaltimer plus an offset (on an H200 their ends agree within 0.04 us). Probes before and after the run are
/// kernels that both clocks time.
class CuptiClock
{
public:
    CuptiClock(CuptiRecorder &recorder, cudaStream_t stream) : m_recorder(recorder), m_probes(stream) {}

    /// Before the run and after it; on an idle device, while CUPTI records. Discards what was recorded before.
    /// @throws RunError when CUPTI recorded other than the probes.
    void takeProbes();

    const ClockProbes &probes() const { return m_probes; }
    /// After both sets of probes.
    std::vector<OperationTimes> onGlobalTimer(std::vector<OperationTimes> times) const;
    std::int64_t drift() const { return line().drift(); }

private:
    struct Seen
    {
        std::int64_t time = 0;   ///< of CUPTI
        std::int64_t offset = 0; ///< globaltimer - CUPTI
    };
    ClockLine line() const;

    CuptiRecorder &m_recorder;
    ClockProbes m_probes;
    std::vector<Seen> m_seen; ///< one per set of probes
};

} // namespace streamscope
