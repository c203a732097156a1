// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/stream_order.h"

namespace streamscope {

StreamOrder::StreamOrder(const DeviceProfile &profile, const Program &program)
    : m_profile(profile), m_program(program), m_legacy(static_cast<std::size_t>(program.deviceCount()), -1),
      m_last(program.streams.size(), -1), m_lastRecord(program.events.size(), -1), m_barrier(m_legacy.size(), -1)
{
    std::vector<std::int32_t> perThread(m_legacy.size(), -1);
    for (std::size_t i = 0; i < program.streams.size(); ++i) {
        const Stream &stream = program.streams[i];
        const auto index = static_cast<std::int32_t>(i);
        m_same.push_back(index);
        if (stream.kind == StreamKind::Created)
            continue;
        std::int32_t &first = (stream.kind == StreamKind::LegacyDefault ? m_legacy : perThread)[stream.device];
        if (first < 0)
            first = index;
        m_same.back() = first;
    }
}

bool StreamOrder::isBarrier(OperationKind kind) const
{
    return (kind == OperationKind::Memset && m_profile.implicitSync.memset)
           || (kind == OperationKind::D2D && m_profile.implicitSync.deviceCopy);
}

void StreamOrder::addStreamsOf(int device, bool nonBlockingToo)
{
    for (std::size_t i = 0; i < m_last.size(); ++i) {
        const Stream &stream = m_program.streams[i];
        const bool blocking = !stream.nonBlocking || stream.kind != StreamKind::Created;
        if (stream.device == device && m_last[i] >= 0 && (blocking || nonBlockingToo))
            m_found.push_back(m_last[i]);
    }
}

const std::vector<std::int32_t> &StreamOrder::issue(std::int32_t operation)
{
    const Operation &what = m_program.operations[operation];
    const Stream &stream = m_program.streams[what.stream];
    const std::int32_t same = m_same[what.stream];
    const std::int32_t legacy = m_legacy[stream.device];
    m_found.clear();
    if (isBarrier(what.kind))
        addStreamsOf(stream.device, true);
    else if (same == legacy)
        addStreamsOf(stream.device, false);
    else {
        const bool blocking = !stream.nonBlocking || stream.kind != StreamKind::Created;
        if (m_last[same] >= 0)
            m_found.push_back(m_last[same]);
        if (blocking && legacy >= 0 && m_last[legacy] >= 0)
            m_found.push_back(m_last[legacy]);
    }
    if (m_barrier[stream.device] >= 0)
        m_found.push_back(m_barrier[stream.device]);
    if (what.kind == OperationKind::EventWait && m_lastRecord[what.event] >= 0)
        m_found.push_back(m_lastRecord[what.event]);

    m_last[same] = operation;
    if (what.kind == OperationKind::EventRecord)
        m_lastRecord[what.event] = operation;
    if (isBarrier(what.kind))
        m_barrier[stream.device] = operation;
    return m_found;
}

} // namespace streamscope
