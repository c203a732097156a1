// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/replay/program/program_parts.h"
#include "engine/replay/program/replayed_host.h"
#include "engine/replay/trace/awaited_work.h"
#include "engine/replay/trace/trace_steps.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// Allocations and frees of a trace, and the copies that wait for memory.
class ReplayedMemory
{
public:
    /// All must outlive it.
    ReplayedMemory(const Timeline &timeline, const DeviceProfile &profile, const AwaitedWork &work, ProgramParts &parts,
                   ReplayedHost &host)
        : m_timeline(timeline), m_profile(profile), m_work(work), m_parts(parts), m_host(host)
    {}

    /// cudaFree waits for the device, and stream-ordered calls do not: a call in which the work ended did wait. Nor
    /// does cudaMalloc: 33 calls of five recordings on H200s returned while work went on. `lockNs`: of the call, what
    /// it waited for another thread's. Returns whether it waited for the device.
    bool add(const TraceStep &step, std::int64_t lockNs, ReplayedHost::Thread &thread);

    /// Behind a free, memory that is allocated anew is not there at once: on an idle H200 a pinned copy into it started
    /// 76 to 79 us behind the end of cudaFree, whatever cudaMalloc took in between, while a kernel on other memory did
    /// not wait; nor did work that other streams had. Memory of a pool goes back at the next synchronisation:
    /// HeldCopies. `span` is what `step` issues.
    void hold(const TraceStep &step, std::uint32_t span, ReplayedHost::Thread &thread);

    /// Spans of the copies that waited.
    std::vector<std::uint32_t> takeHeldCopies() { return std::move(m_heldCopies); }

private:
    const Timeline &m_timeline;
    const DeviceProfile &m_profile;
    const AwaitedWork &m_work;
    ProgramParts &m_parts;
    ReplayedHost &m_host;
    std::map<int, std::int64_t> m_copiesInEnd; ///< by device: when the latest copy to it ended
    std::vector<std::uint32_t> m_heldCopies;
};

} // namespace streamscope
