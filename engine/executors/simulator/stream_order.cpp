// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/stream_order.h"

namespace streamscope {

StreamOrder::StreamOrder(const DeviceProfile &profile, const Program &program, int devices)
    : m_profile(profile), m_program(program), m_rules(program.streams), m_last(program.streams.size(), -1),
      m_lastRecord(program.events.size(), -1), m_barrier(static_cast<std::size_t>(devices), -1)
{}

bool StreamOrder::isBarrier(OperationKind kind) const
{
    return (kind == OperationKind::Memset && m_profile.implicitSync.memset)
           || (kind == OperationKind::D2D && m_profile.implicitSync.deviceCopy);
}

const std::vector<std::int32_t> &StreamOrder::issue(std::int32_t operation)
{
    const Operation &what = m_program.operations[operation];
    const int device = m_program.streams[what.stream].device;
    const auto waitFor = [this](std::int32_t earlier) {
        if (earlier >= 0)
            m_found.push_back(earlier);
    };
    m_found.clear();
    if (isBarrier(what.kind)) {
        for (std::size_t i = 0; i < m_last.size(); ++i)
            if (m_program.streams[i].device == device)
                waitFor(m_last[i]);
    } else {
        for (const std::int32_t stream : m_rules.comesAfter(what.stream))
            waitFor(m_last[stream]);
    }
    waitFor(m_barrier[device]);
    if (what.kind == OperationKind::EventWait)
        waitFor(m_lastRecord[what.event]);

    m_last[m_rules.same(what.stream)] = operation;
    if (what.kind == OperationKind::EventRecord)
        m_lastRecord[what.event] = operation;
    if (isBarrier(what.kind))
        m_barrier[device] = operation;
    return m_found;
}

} // namespace streamscope
