// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/run_end.h"

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace streamscope {

namespace {

/// All copies to the host follow one to the device in their streams.
bool copiesTurn(const Program &program)
{
    std::vector<OperationKind> before(program.streams.size(), OperationKind::Sync);
    for (const Operation &operation : program.operations) {
        if (operation.stream < 0)
            continue;
        if (operation.kind == OperationKind::D2H && before[operation.stream] != OperationKind::H2D)
            return false;
        before[operation.stream] = operation.kind;
    }
    return true;
}

} // namespace

RunEnd::RunEnd(const DeviceProfile &profile, const Program &program, std::int64_t gateOpened)
    : m_profile(profile), m_program(program), m_gateOpened(gateOpened),
      m_turned(program.submission != Submission::Live && copiesTurn(program))
{
    bool toDevice = false, filled = false;
    for (const Operation &operation : program.operations) {
        if (operation.kind == OperationKind::Kernel || operation.kind == OperationKind::Peer)
            return;
        toDevice = toDevice || operation.kind == OperationKind::H2D;
        filled = filled || operation.kind == OperationKind::Memset;
        if (operation.kind == OperationKind::D2H) {
            ++m_toHostCopies;
            m_toHostBytes += operation.bytes;
        }
    }
    if (m_toHostCopies == 0)
        return;
    if (!toDevice && filled)
        m_copies = Copies::ToHost;
    else if (toDevice && program.streams.size() > 1)
        m_copies = Copies::BothWays;
}

/// Behind a gate the channel of the last event looks first when the gate opens, and then as every channel that waits
/// for another engine: on H200s one, four, eight and sixteen copies of 2 to 32 KiB to the host took 9.8, 18, 26 and
/// 35 us. Where all copies follow one to the device in their streams, the looks are 1.2 us sooner: 22 of 23 drawn runs
/// ended 0 to 0.6 us behind whole periods, and those with copies to the host alone 1.5 to 2 us (H200s). For copies of
/// another device the first look comes later: 1 to 27 copies from one H200 to another, checked there, took 22, 31, 39,
/// 55, 64 and 88 us. A look finds copies to the host alone sooner than those of others: 11 of 28 controlled runs were a
/// period too long, and 2 too short (docs/measurements/channels.md).
std::int64_t RunEnd::gatedSeen(const Operation &copy, std::int64_t end) const
{
    constexpr double seenNs = 1600, furtherDeviceNs = 4700, turnedSoonerNs = 1230, toHostSoonerNs = 1700;
    const double period = m_profile.copies.semaphoreRetryNs;
    const double first = static_cast<double>(m_gateOpened) + (m_program.deviceOf(copy) > 0 ? furtherDeviceNs : 0)
                         - (m_turned ? turnedSoonerNs : 0);
    const double ready = static_cast<double>(end) - (m_copies == Copies::ToHost ? toHostSoonerNs : 0);
    return std::max(end, wholeNs(first + std::ceil((ready - first) / period) * period + seenNs));
}

/// From the end of the last copy to the event, of a run without a gate. What is added and taken away was found in 28
/// controlled runs of each pattern on one H200 and in the drawn runs of 53 (docs/measurements/channels.md); it holds
/// for devices whose channels look again after a time.
double RunEnd::joinNs() const
{
    constexpr double withCopyShare = 0.12; // in a graph of one branch the event comes with the copy
    constexpr double toHostSoonerNs = 1300, largeSoonerNs = 3000, bothSoonerNs = 2500, bothLaterNs = 3500;
    constexpr std::uint64_t large = 96 << 10, largeInAll = 2000 << 10, small = 128 << 10;
    const double joinNs = m_profile.copies.joinNs;
    if (m_turned && isGraphOfOneBranch(m_program))
        return withCopyShare * joinNs;
    if (m_copies == Copies::Other || m_profile.copies.semaphoreRetryNs <= 0)
        return joinNs;
    const std::uint64_t bytes = m_toHostBytes / m_toHostCopies; // of the mean copy
    const bool graph = m_program.submission == Submission::Graph;
    if (m_copies == Copies::ToHost) {
        const bool isLarge = bytes >= large && m_toHostBytes >= largeInAll;
        return joinNs - (!graph ? toHostSoonerNs : isLarge ? largeSoonerNs : 0);
    }
    if (graph)
        return joinNs - (m_toHostCopies >= 4 && bytes <= small ? bothSoonerNs : 0);
    return joinNs + (m_toHostCopies >= 3 ? bothLaterNs : 0); // one copy each way, and the one that brings back the data
}

std::int64_t RunEnd::seen(const Operation &copy, std::int64_t end) const
{
    if (m_program.submission == Submission::Gated && m_profile.copies.semaphoreRetryNs > 0)
        return gatedSeen(copy, end);
    return end + wholeNs(joinNs()); // not before it, whatever a calibration finds
}

/// Behind a gate the stream of the last event waits for one stream after the other, and passes those that have ended
/// 0.16 us apart: 105 to 150 streams that end together held it by 14 to 34 us (four H200s). Streams without work cost
/// nothing.
std::int64_t RunEnd::joined(const SimulatedTimes &times) const
{
    constexpr double passNs = 160;
    std::vector<std::int64_t> ends(m_program.streams.size(), unknownTime);
    for (std::size_t i = 0; i < times.size(); ++i)
        if (const std::int32_t stream = m_program.operations[i].stream; stream >= 0)
            ends[stream] = std::max(ends[stream], times.end(i));
    std::erase(ends, unknownTime);
    std::int64_t end = 0;
    for (std::size_t i = 0; i < ends.size(); ++i)
        end = std::max(end, ends[i] + wholeNs(passNs * static_cast<double>(ends.size() - 1 - i)));
    return end;
}

/// The streams whose fork and join take the host's time. Where no stream waits for the NULL stream these calls take
/// next to none: seen on H200s with up to 104 streams.
std::size_t RunEnd::forkedStreams() const
{
    const bool blocking = std::any_of(m_program.streams.begin(), m_program.streams.end(), [](const Stream &stream) {
        return !stream.nonBlocking || stream.kind != StreamKind::Created;
    });
    return m_program.submission == Submission::Live && blocking ? m_program.streams.size() : 0;
}

std::int64_t RunEnd::of(const SimulatedTimes &times) const
{
    std::int64_t issued = 0;
    std::int64_t end =
        m_program.submission == Submission::Gated && m_profile.compute.queueVisitNs > 0 ? joined(times) : 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const Operation &operation = m_program.operations[i];
        end = std::max(end, isHostCopy(operation.kind) ? seen(operation, times.end(i)) : times.end(i));
        issued = std::max(issued, times.returned(i));
    }
    return std::max(end, issued + wholeNs(m_profile.host.joinNs * static_cast<double>(forkedStreams())));
}

std::int64_t RunEnd::forkNs() const
{
    return wholeNs(m_profile.host.forkNs * static_cast<double>(forkedStreams()));
}

} // namespace streamscope
