// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/thread_turns.h"
#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// What calls of a trace waited for the driver's lock while another thread was in the call of a pageable copy, in
/// cudaMalloc or cudaFree (DriverLock has the rule): such a call ends behind that one. A replay waits by itself, so its
/// call takes the rest.
/// Where a file does not name the NULL stream, calls that waited so tell it: CUPTI gives it the number 7.
class LockWaits
{
public:
    /// `steps` as traceSteps() gives them.
    LockWaits(const Timeline &timeline, const std::vector<TraceStep> &steps, const ThreadTurns &turns);

    /// Of the step's call, nanoseconds; 0 for most.
    std::int64_t of(std::size_t step) const;
    /// Calls that waited for a pageable copy, and for an allocation or free.
    std::size_t forCopies() const { return m_waits.size() - m_forAllocations; }
    std::size_t forAllocations() const { return m_forAllocations; }
    /// The Timeline's streams that are NULL streams by what waited.
    const std::vector<std::int32_t> &nullStreams() const { return m_nullStreams; }

private:
    std::map<std::size_t, std::int64_t> m_waits; ///< by step
    std::size_t m_forAllocations = 0;
    std::vector<std::int32_t> m_nullStreams;
};

} // namespace streamscope
