// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/queue_visits.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace streamscope {

namespace {

/// A visit on so many queues over one on two to four: kernels of 1 and 2 us behind a gate began 1.20 to 1.23 us apart
/// on five streams (six drawn runs on six H200s), 1.09 on six, 1.10 on seven and 0.97 to 0.99 on eight (four).
double visitFactor(std::size_t queues)
{
    switch (queues) {
    case 5:
        return 1.18;
    case 6:
        return 1.05;
    case 7:
        return 1.06;
    case 8:
        return 0.94;
    default:
        return 1;
    }
}

/// The same where streams share queues, by how many there are more: kernels of 2 and 3 us behind a gate on nine streams
/// took 0.72 to 0.89 us each, where eight visits as of other numbers make 0.99 (ten runs on six H200s).
double sharedVisitFactor(std::size_t moreStreams)
{
    return moreStreams == 1 ? 0.86 : 1;
}

/// Of one priority, and none of them the NULL stream, which lets streams go in another order than a gate does.
bool areAlike(const std::vector<Stream> &streams)
{
    return std::ranges::all_of(streams, [&streams](const Stream &stream) {
        return stream.priority == streams.front().priority && stream.kind != StreamKind::LegacyDefault;
    });
}

/// Twelve programs of 20 to 109 streams with a kernel of 0.5 or 1.1 ms each and more, twice, on an H200: a gate lets
/// the last queue go first. Where the device is full the front end stays at a queue until all kernels of it are placed
/// that were ready when it came there; what becomes ready meanwhile waits for the next round.
QueueVisits::Sharing sharingOf(const Program &program, const HardwareQueues &queues)
{
    QueueVisits::Sharing sharing;
    sharing.drains = queues.areShared() && areAlike(program.streams);
    if (sharing.drains && program.submission == Submission::Gated)
        sharing.first = static_cast<std::int32_t>(queues.count()) - 1;
    return sharing;
}

} // namespace

QueueVisits visitsOf(const DeviceProfile &profile, const Program &program, const HardwareQueues &queues)
{
    const DeviceProfile::Compute &compute = profile.compute;
    const bool visits = profile.unitNs <= 0 && program.submission != Submission::Graph && queues.count() > 1;
    const double ns = queues.areShared()
                          ? compute.sharedQueueVisitNs * sharedVisitFactor(program.streams.size() - queues.count())
                          : compute.queueVisitNs * visitFactor(queues.count());
    return {visits ? std::llround(ns) : 0, std::llround(compute.dispatchNs), sharingOf(program, queues)};
}

} // namespace streamscope
