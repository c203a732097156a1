// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/run_end.h"

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/queues/channel_looks.h"
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

/// One that waits for the NULL stream, or is a default stream itself.
bool hasBlockingStream(const Program &program)
{
    return std::any_of(program.streams.begin(), program.streams.end(),
                       [](const Stream &stream) { return !stream.nonBlocking || stream.kind != StreamKind::Created; });
}

} // namespace

RunEnd::RunEnd(const DeviceProfile &profile, const Program &program, std::int64_t gateOpened)
    : m_profile(profile), m_program(program), m_gateOpened(gateOpened),
      m_turned(program.submission != Submission::Live && copiesTurn(program)), m_blocking(hasBlockingStream(program))
{
    bool toDevice = false, filled = false;
    for (const Operation &operation : program.operations) {
        m_kernels = m_kernels || operation.kind == OperationKind::Kernel;
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
/// period too long, and 2 too short (docs/measurements/channels.md). When the last copy ends is not known to the
/// microsecond, less so behind kernels: close to a look the end is what is to be expected.
std::int64_t RunEnd::gatedSeen(const Operation &copy, std::int64_t end) const
{
    constexpr double seenNs = 1600, furtherDeviceNs = 4700, turnedSoonerNs = 1230, toHostSoonerNs = 1700;
    constexpr double copiesKnownNs = 700, behindKernelsKnownNs = 3000;
    const double period = m_profile.copies.semaphoreRetryNs;
    const double first = static_cast<double>(m_gateOpened) + (m_program.deviceOf(copy) > 0 ? furtherDeviceNs : 0)
                         - (m_turned ? turnedSoonerNs : 0);
    const double ready = std::max(static_cast<double>(end) - (m_copies == Copies::ToHost ? toHostSoonerNs : 0), first);
    const double known = m_kernels ? behindKernelsKnownNs : copiesKnownNs;
    const double look = ready + untilLookNs(std::fmod(ready - first, period), period, known);
    return std::max(end, wholeNs(look + seenNs));
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
    if (m_copies == Copies::Other || !m_profile.copies.waitsForLooks())
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
    if (m_program.submission == Submission::Gated && m_profile.copies.waitsForLooks())
        return gatedSeen(copy, end);
    return end + wholeNs(joinNs()); // not before it, whatever a calibration finds
}

/// The stream of the last event waits for one stream after the other, and passes those that have ended 0.16 us apart:
/// behind a gate 105 to 150 streams that end together held it by 14 to 34 us (four H200s), streams without work by
/// nothing. In a live run on non-blocking streams these count as well: 46 to 124 streams, most of them without work,
/// held it by 5 to 19 us. Blocking streams were seen to take this time or more; their forks have it.
std::int64_t RunEnd::joined(const SimulatedTimes &times) const
{
    constexpr double passNs = 160;
    const bool live = m_program.submission == Submission::Live;
    std::vector<std::int64_t> ends(m_program.streams.size(), unknownTime);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const Operation &operation = m_program.operations[i];
        if (operation.stream < 0)
            continue;
        const std::int64_t end = live && isHostCopy(operation.kind) ? seen(operation, times.end(i)) : times.end(i);
        ends[operation.stream] = std::max(ends[operation.stream], end);
    }
    if (!live)
        std::erase(ends, unknownTime);
    std::int64_t end = 0;
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (ends[i] != unknownTime)
            end = std::max(end, ends[i] + wholeNs(passNs * static_cast<double>(ends.size() - 1 - i)));
    return end;
}

/// What the host's calls that make the last event wait for each stream take.
std::int64_t RunEnd::hostJoinNs() const
{
    if (m_program.submission != Submission::Live || m_program.streams.empty())
        return 0;
    return wholeNs(m_profile.host.joinNs * static_cast<double>(m_program.streams.size() - 1));
}

std::int64_t RunEnd::of(const SimulatedTimes &times) const
{
    const bool passes =
        m_program.submission == Submission::Live ? !m_blocking : m_program.submission == Submission::Gated;
    std::int64_t issued = 0;
    std::int64_t end = passes && m_profile.compute.queueVisitNs > 0 ? joined(times) : 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const Operation &operation = m_program.operations[i];
        end = std::max(end, isHostCopy(operation.kind) ? seen(operation, times.end(i)) : times.end(i));
        issued = std::max(issued, times.returned(i));
    }
    return std::max(end, issued + hostJoinNs());
}

/// Where no stream waits for the NULL stream the calls that make each stream wait for the first event take next to
/// nothing: seen on H200s with up to 104 streams.
std::int64_t RunEnd::forkNs() const
{
    if (m_program.submission != Submission::Live || !m_blocking)
        return 0;
    return wholeNs(m_profile.host.forkNs * static_cast<double>(m_program.streams.size()));
}

} // namespace streamscope
