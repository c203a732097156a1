// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The earlier operations that an operation waits for, by these rules of the scheduling notes: S2 its predecessor in
/// its stream; S5 the latest record of an event at the time of the call; N1–N4, T2 the NULL stream and all blocking
/// streams of its device wait for each other; section 8 a call with implicit synchronisation waits for all earlier work
/// of its device, and all later work waits for the call.
class StreamOrder
{
public:
    /// `devices` is program.deviceCount().
    StreamOrder(const DeviceProfile &profile, const Program &program, int devices);

    /// The operations that `operation` waits for; some may have ended, some may occur twice. Call it once for each
    /// operation, in issue order. The result is valid until the next call.
    const std::vector<std::int32_t> &issue(std::int32_t operation);

    /// The latest record of `event` issued so far; −1 when there is none.
    std::int32_t latestRecord(std::int32_t event) const { return m_lastRecord[event]; }

private:
    bool isBarrier(OperationKind kind) const;
    void addStreamsOf(int device, bool nonBlockingToo);

    const DeviceProfile &m_profile;
    const Program &m_program;
    std::vector<std::int32_t> m_same;       ///< by stream: the first stream that is the same default stream, or itself
    std::vector<std::int32_t> m_legacy;     ///< by device: its NULL stream, −1 when the Program has none
    std::vector<std::int32_t> m_last;       ///< by stream: its latest operation
    std::vector<std::int32_t> m_lastRecord; ///< by event
    std::vector<std::int32_t> m_barrier;    ///< by device: its latest call with implicit synchronisation
    std::vector<std::int32_t> m_found;
};

} // namespace streamscope
