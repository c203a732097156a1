// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/stream_order.h"

namespace streamscope {

StreamOrder::StreamOrder(const DeviceProfile &profile, const Program &program, int devices,
                         const std::vector<std::uint8_t> &done)
    : m_profile(profile), m_program(program), m_done(done), m_rules(program.streams), m_graphs(program),
      m_last(program.streams.size(), -1), m_lastRecord(program.events.size(), -1),
      m_recordedAt(program.streams.size(), 0), m_barrier(static_cast<std::size_t>(devices), -1)
{}

bool StreamOrder::isBarrier(OperationKind kind) const
{
    return (kind == OperationKind::Memset && m_profile.implicitSync.memset)
           || (kind == OperationKind::D2D && m_profile.implicitSync.deviceCopy);
}

/// A peer copy on the legacy default stream waits for both devices (Runtime API, cudaMemcpyPeerAsync).
void StreamOrder::addOtherDevice(const Operation &copy, int device)
{
    const int from = m_program.buffers[copy.reads.front().buffer].device,
              to = m_program.buffers[copy.writes.front().buffer].device;
    const int other = from == device ? to : from;
    for (std::size_t i = 0; i < m_last.size(); ++i) {
        const Stream &stream = m_program.streams[i];
        if (stream.device == other && !(stream.nonBlocking && stream.kind == StreamKind::Created) && m_last[i] >= 0)
            m_found.push_back(m_last[i]);
    }
}

/// For the host. A record in an idle stream has not reached the GPU yet when the next calls come: a wait 8 us behind it
/// still separated what stands around it, and so did one 20 us behind it and 8 behind the next record there (H200).
bool StreamOrder::hasPassed(std::int32_t event, std::int64_t now) const
{
    constexpr std::int64_t seenNs = 10000;
    const std::int32_t record = m_lastRecord[event];
    return record < 0
           || (m_done[record] != 0 && now - m_recordedAt[m_rules.same(m_program.operations[record].stream)] > seenNs);
}

const std::vector<std::int32_t> &StreamOrder::issue(std::int32_t operation, std::int64_t now)
{
    const Operation &what = m_program.operations[operation];
    const int device = m_program.streams[what.stream].device;
    const auto waitFor = [this](std::int32_t earlier) {
        if (earlier >= 0)
            m_found.push_back(earlier);
    };
    m_found.clear();
    m_graphs.issue(
        operation, [this](std::int32_t stream) { return latestIn(stream); }, m_found);
    if (what.kind == OperationKind::EventWait && hasPassed(what.event, now)) {
        // CUDA puts nothing into the stream: on the legacy default stream it does not separate what stands around it
        // (seen on an H200), and in another stream the order stays that of the operations before.
        waitFor(m_last[m_rules.same(what.stream)]);
        return m_found;
    }
    if (isBarrier(what.kind)) {
        for (std::size_t i = 0; i < m_last.size(); ++i)
            if (m_program.streams[i].device == device)
                waitFor(m_last[i]);
    } else {
        for (const std::int32_t stream : m_rules.comesAfter(what.stream))
            waitFor(m_last[stream]);
    }
    if (what.kind == OperationKind::Peer && m_program.streams[what.stream].kind == StreamKind::LegacyDefault)
        addOtherDevice(what, device);
    waitFor(m_barrier[device]);
    if (what.kind == OperationKind::EventWait)
        waitFor(m_lastRecord[what.event]);

    m_last[m_rules.same(what.stream)] = operation;
    if (what.kind == OperationKind::EventRecord) {
        m_lastRecord[what.event] = operation;
        m_recordedAt[m_rules.same(what.stream)] = now;
    }
    if (isBarrier(what.kind))
        m_barrier[device] = operation;
    return m_found;
}

} // namespace streamscope
