// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// What the calls of one host thread cost beyond the profile's figures, which are those of the same call again and
/// again. Measured on H200s (docs/measurements/host-calls.md, "What the call before changes"). On a device whose
/// channels do not look for each other (no semaphore_retry_us) every call costs the same.
class CallHistory
{
public:
    CallHistory(const DeviceProfile &profile, const Program &program) : m_profile(profile), m_program(program) {}

    /// A pinned copy to the device that the driver puts among its commands if the copy waits for nothing: up to 24 KiB.
    /// So it does under CUPTI: 30 copies of 4 KiB ran beside a large one, and 18 whose stream was busy waited for it.
    bool fitsCommands(const Operation &copy) const;

    /// Beyond the call's own time; less than 0 where a call is cheaper. `withCommands`: its bytes go with the commands.
    std::int64_t extraNs(std::int32_t operation, bool withCommands) const;

    /// From handing over a node of a graph to handing over the next one, of which the device learns only then; `before`
    /// is the node before it in its branch, −1 for none.
    std::int64_t handOverNs(std::int32_t node, std::int32_t before, bool withCommands) const;

    /// The call is made.
    void add(std::int32_t operation, bool withCommands);

    /// The stream of the latest call for a stream; −1 before the first.
    std::int32_t lastStream() const { return m_last < 0 ? -1 : m_program.operations[m_last].stream; }

private:
    double copyShare(const Operation &copy, const Operation &before, bool withCommands) const;
    static double writtenShare(const Operation &copy);
    double launchShare(const Operation &launch, const Operation &before) const;

    const DeviceProfile &m_profile;
    const Program &m_program;
    std::int32_t m_last = -1; ///< the latest call for a stream
    bool m_lastWithCommands = false;
};

/// A call on another stream than the one before costs more, the more streams there are, up to eleven (H200: a launch
/// 3.3 us with two, 3.6 with eight, 3.9 from ten on).
double otherStreamShare(std::size_t streams);

} // namespace streamscope
