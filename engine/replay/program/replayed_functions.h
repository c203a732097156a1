// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/replay/program/program_parts.h"
#include "engine/replay/trace/stream_functions.h"
#include "engine/replay/trace/trace_steps.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace streamscope {

/// Writes the host functions of a replayed Program of which the file shows the calls alone.
class ReplayedFunctions
{
public:
    /// All must outlive it.
    ReplayedFunctions(const Timeline &timeline, const std::vector<TraceStep> &steps, const DeviceProfile &profile,
                      ProgramParts &parts)
        : m_profile(profile), m_functions(timeline, steps), m_wakeNs(m_functions.wakeNs(profile)), m_parts(parts)
    {}

    const StreamFunctions::Function *of(std::size_t step) const { return m_functions.of(step); }
    /// Of the driver's thread for them; empty without any.
    std::optional<double> wakeNs() const { return m_functions.empty() ? std::nullopt : std::optional(m_wakeNs); }

    /// The thread has issued `operation` to the device.
    void issued(std::int32_t thread, std::int32_t operation) { m_latest[thread] = operation; }
    /// The function that `step` calls for, of which of() knows something. One in a stream of its own waits for what its
    /// thread issued last. The reference is valid until the next operation.
    Operation &add(std::size_t step, std::int32_t thread);

    struct Awaited
    {
        std::int32_t operation = Operation::none;
        std::int64_t end = 0; ///< of the function, in the Timeline's times
    };
    /// The function for which the thread of `step` waited without a call.
    std::optional<Awaited> awaitedBy(std::size_t step) const;
    /// The function in a stream of its own for which waits what `step` issues: the operation.
    std::optional<std::int32_t> joinedBy(std::size_t step) const;

private:
    const DeviceProfile &m_profile;
    const StreamFunctions m_functions;
    const double m_wakeNs;
    ProgramParts &m_parts;
    std::map<std::int32_t, std::int32_t> m_latest;    ///< operation, by thread
    std::map<std::size_t, std::int32_t> m_operations; ///< by the step that calls for it
};

} // namespace streamscope
