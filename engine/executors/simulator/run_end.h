// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/timing/simulated_times.h"
#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>

namespace streamscope {

/// What a measured run of a Program takes beside its operations. It lies between two events: all streams wait for the
/// first one, and the second one waits for all streams.
class RunEnd
{
public:
    /// `profile` and `program` outlive it. `gateOpened`: on the clock of the times; 0 without a gate.
    RunEnd(const DeviceProfile &profile, const Program &program, std::int64_t gateOpened);

    /// When the event that ends the run is done, in nanoseconds of the times' clock: a moment after a copy, and not
    /// before the host has made it wait for each stream.
    std::int64_t of(const SimulatedTimes &times) const;
    /// What the run does before its first call: each stream waits for the event that begins it. Behind a gate and in a
    /// graph this is done when the time begins.
    std::int64_t forkNs() const;

private:
    /// Programs of copies between the host and the device alone, whose last copies the event is known to see sooner or
    /// later than those of others. ToHost: of memory that the device has filled before.
    enum class Copies : std::uint8_t { Other, ToHost, BothWays };

    std::int64_t seen(const Operation &copy, std::int64_t end) const;
    std::int64_t gatedSeen(const Operation &copy, std::int64_t end) const;
    double joinNs() const;
    std::int64_t joined(const SimulatedTimes &times) const;
    std::int64_t hostJoinNs() const;

    const DeviceProfile &m_profile;
    const Program &m_program;
    std::int64_t m_gateOpened;
    bool m_turned;   ///< all copies to the host follow one to the device in their streams
    bool m_blocking; ///< a stream waits for the NULL stream
    bool m_kernels = false;
    Copies m_copies = Copies::Other;
    std::size_t m_toHostCopies = 0;
    std::uint64_t m_toHostBytes = 0;
};

} // namespace streamscope
