// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Which earlier operations an operation waits for, by these rules of the scheduling notes: S2 the one before it in its
/// stream; S5 the latest record of an event at the time of the call; N1–N4, T2 the NULL stream and all blocking streams
/// of its device wait for each other; section 8 a call with implicit synchronisation waits for all earlier work of its
/// device and all later work for it.
class StreamOrder
{
public:
    StreamOrder(const DeviceProfile &profile, const Program &program);

    /// The operations that `operation` waits for, some perhaps done already, some perhaps twice. Call it once for each
    /// in issue order; valid until the next call.
    const std::vector<std::int32_t> &issue(std::int32_t operation);

    /// The latest record of `event` issued so far; −1 when there is none.
    std::int32_t latestRecord(std::int32_t event) const { return m_lastRecord[event]; }

private:
    bool isBarrier(OperationKind kind) const;
    void addStreamsOf(int device, bool nonBlockingToo);

    const DeviceProfile &m_profile;
    const Program &m_program;
    std::vector<std::int32_t> m_same;   ///< by stream: the first of those that are the same default stream, or itself
    std::vector<std::int32_t> m_legacy; ///< by device: its NULL stream, −1 where the Program has none
    std::vector<std::int32_t> m_last;   ///< by stream: its latest operation
    std::vector<std::int32_t> m_lastRecord; ///< by event
    std::vector<std::int32_t> m_barrier;    ///< by device: its latest call with implicit synchronisation
    std::vector<std::int32_t> m_found;
};

} // namespace streamscope
