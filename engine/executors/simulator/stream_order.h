// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/order/graph_launches.h"
#include "engine/program/order/stream_rules.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The earlier operations that an operation waits for, by these rules of the scheduling notes: S2, N1–N4, T2 those of
/// StreamRules; GraphLaunches; S5 the latest record of an event at the time of the call; section 8 a call with implicit
/// synchronisation waits for all earlier work of its device, and all later work waits for the call.
class StreamOrder
{
public:
    /// `devices` is program.deviceCount(); `done` tells of each operation whether it has ended.
    StreamOrder(const DeviceProfile &profile, const Program &program, int devices,
                const std::vector<std::uint8_t> &done);

    /// The operations that `operation` waits for; some may have ended, some may occur twice. Call it once for each
    /// operation, in issue order; `now` is the time of its call in nanoseconds. The result is valid until the next
    /// call.
    const std::vector<std::int32_t> &issue(std::int32_t operation, std::int64_t now);

    /// The latest operation of `stream` issued so far; −1 when there is none.
    std::int32_t latestIn(std::int32_t stream) const { return m_last[m_rules.same(stream)]; }

private:
    bool isBarrier(OperationKind kind) const;
    bool hasPassed(std::int32_t event, std::int64_t now) const;
    void addOtherDevice(const Operation &copy, int device);

    const DeviceProfile &m_profile;
    const Program &m_program;
    const std::vector<std::uint8_t> &m_done;
    StreamRules m_rules;
    GraphLaunches m_graphs;
    std::vector<std::int32_t> m_last;       ///< by stream: its latest operation
    std::vector<std::int32_t> m_lastRecord; ///< by event
    std::vector<std::int64_t> m_recordedAt; ///< by stream: when its last record was called, nanoseconds
    std::vector<std::int32_t> m_barrier;    ///< by device: its latest call with implicit synchronisation
    std::vector<std::int32_t> m_found;
};

} // namespace streamscope
