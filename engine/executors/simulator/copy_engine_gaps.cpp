// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/copy_engines.h"

#include <algorithm>
#include <cstdint>

// What passes between the copies of an engine, and what those of another one add.

namespace streamscope {

/// From the end of a copy to the next one that waits for the engine; `next`: of the same stream. The engine goes on in
/// its channel at once, and needs time to come to another; both take longer where kernels wait for copies of their
/// streams, where some have ended meanwhile, and a little behind a large copy of several streams. Behind a gate on
/// H200s: docs/measurements/channels.md, 9. In a graph half of that, and half a microsecond behind a copy of up to
/// 64 KiB while kernels wait: 38 drawn graphs of 28 machines, 14 of them off by more than 10 percent without it.
double CopyEngines::gapNs(std::int32_t index, bool next) const
{
    constexpr double otherChannel = 1.35, kernelsWait = 0.5, kernelsEnd = 0.3, inGraph = 0.5;
    constexpr double otherMeanwhile = 0.6, behindLarge = 0.2; // a long copy leaves time to look at the channels
    constexpr std::uint64_t large = 16 << 10, shortCopy = 64 << 10, longCopy = 128 << 10;
    constexpr double graphKernelsWaitNs = 500;
    const Role role = roleOf(index);
    const DeviceProfile::Copies &copies = m_profile.copies;
    const Server &server = m_servers[index];
    const int device = deviceOf(index);
    const bool beside = role == d2hRole && m_servers[device * roleCount + h2dRole].active >= 0;
    const double whole = beside ? copies.besideStartNs : copies.queuedStartNs;
    if ((role != h2dRole && role != d2hRole) || m_program.traced) // a profiler's records come between all copies
        return next ? copies.nextStartNs : beside ? tracedBesideNs(device) : whole;
    const bool isLong = server.bytes >= longCopy;
    const bool ended = !isLong && m_kernelEnds[static_cast<std::size_t>(device)] >= server.lastStart;
    const double other = isLong ? otherMeanwhile : otherChannel;
    const bool kernelsAwait = m_listener.kernelsAwaitCopies(device);
    const double share = (server.queue.served() != server.channel ? other : 0) + (kernelsAwait ? kernelsWait : 0)
                         + (ended ? kernelsEnd : 0)
                         + (server.bytes >= large && m_program.streams.size() > 1 ? behindLarge : 0);
    const bool graph = m_program.submission == Submission::Graph;
    const double paused = graph && !next && kernelsAwait && server.bytes <= shortCopy ? graphKernelsWaitNs : 0;
    const double gap = share * (graph ? inGraph : 1) * whole + paused;
    return next ? std::max(copies.nextStartNs, gap) : gap;
}

/// Under a profiler a copy to the host waits for what is left of one to the device, up to 7.8 us: in traces of six
/// programs by three H200s 3.3 us with less than that left, 4.2 with 3.2 to 4.2, 6.0 with 4.8 to 13, 7.3 with 7.4 to
/// 8.4, and 7.8 to 8.0 with 15 to 30.
double CopyEngines::tracedBesideNs(int device) const
{
    const DeviceProfile::Copies &copies = m_profile.copies;
    const Server &in = m_servers[device * roleCount + h2dRole];
    const std::int64_t lastEnd = m_servers[device * roleCount + d2hRole].lastEnd;
    const double left = static_cast<double>(in.lastStart - lastEnd) + in.transferNs;
    return std::clamp(left, std::min(copies.queuedStartNs, copies.besideStartNs), copies.besideStartNs);
}

/// What the data of the other direction add to the latency of a copy; at least 0.35 us where all calls were made before
/// (45 drawn programs of small copies both ways on 32 machines with H200s: 0.40 us with 1 KiB, 0.33 with 3, 0.38 with
/// 9), and 0.5 in graphs (34 more with up to 16 KiB).
double CopyEngines::loadedNs(std::int32_t index) const
{
    constexpr double leastNs = 350, leastInGraphNs = 500;
    const Role role = roleOf(index);
    if (role == peerRole)
        return loadedPeerNs(index);
    if (role != h2dRole && role != d2hRole)
        return 0;
    const Server &other = m_servers[deviceOf(index) * roleCount + (role == h2dRole ? d2hRole : h2dRole)];
    if (other.active < 0)
        return 0;
    const double least = m_program.submission == Submission::Live    ? 0
                         : m_program.submission == Submission::Graph ? leastInGraphNs
                                                                     : leastNs;
    return std::min(std::max(other.transferNs, least), m_profile.copies.loadedLatencyNs);
}

/// Between devices: a fifth of the transfer, up to 2 us, and 0.2 us, and the first ones behind a gate 1.5 us. Where the
/// driver stages them and the host makes calls meanwhile, 3 us (126 and 84 drawn configurations on eleven machines with
/// two H200s; the first ones on nineteen).
double CopyEngines::loadedPeerNs(std::int32_t index) const
{
    constexpr double share = 0.2, mostNs = 2000, fixedNs = 200, firstNs = 1500, stagedNs = 3000;
    if (m_profile.links.peerStartNs == 0 || !isAnswered(index, false))
        return 0;
    const bool isFirst = m_program.submission == Submission::Gated && m_servers[index].lastEnd < 0;
    if (m_program.peerAccess)
        return (isFirst ? firstNs : 0) + fixedNs + std::min(share * m_servers[index].transferNs, mostNs);
    return m_program.submission == Submission::Live ? stagedNs : 0;
}

} // namespace streamscope
