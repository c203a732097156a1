// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/simulator/pools/memory_pool.h"
#include "engine/executors/simulator/pools/stream_knowledge.h"
#include "engine/program/program.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// The memory pools of all devices of a run, and what calls cost that take memory from them or give it back.
class DevicePools
{
public:
    /// `done`: by operation, whether it has been executed. All arguments must outlive this.
    DevicePools(const DeviceProfile &profile, const Program &program, int devices,
                const std::vector<std::uint8_t> &done);

    /// The host issues `operation`, which comes after `before` (StreamOrder::issue()).
    void issue(std::int32_t operation, const std::vector<std::int32_t> &before)
    {
        m_knowledge.issue(m_program, operation, before);
    }
    /// The call of an allocation begins. @returns the time of the first step of its search, in nanoseconds.
    double beginNs(std::int32_t allocation);
    /// The time of the next step: call when that of the last one has passed, until it is 0. For other operations 0.
    double moreNs(std::int32_t operation);
    /// Ends the search; one that has not begun takes no time (in graphs, and where the call was measured).
    MemoryPool::Source take(std::int32_t allocation);
    void free(std::int32_t operation);
    /// The host has synchronised by the operation `sync`. @returns what it costs the host, in nanoseconds.
    double trimNs(std::int32_t sync);

private:
    MemoryPool &poolOf(std::int32_t operation);
    MemoryPool::Search begin(std::int32_t allocation);

    const DeviceProfile &m_profile;
    const Program &m_program;
    const MemoryPool::FreeTest m_isDone;
    std::vector<MemoryPool> m_pools;                       ///< by device
    std::map<std::int32_t, MemoryPool::Search> m_searches; ///< of allocations whose call has begun
    StreamKnowledge m_knowledge;
};

} // namespace streamscope
