// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/gathered_data.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/framework_operators.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

DataGathering::DataGathering(const Program &program, const DeviceProfile *profile)
    : m_program(program), m_profile(profile), m_hasOperators(hasOperators(program)),
      m_isOfFramework(isOfFramework(program))
{}

std::int64_t DataGathering::hostNs(const StreamGroup &group) const
{
    constexpr double operatorShare = 0.85;
    const double bytes = bytesToDevice(group);
    if (bytes <= 0)
        return 0;
    double ns = 0;
    for (const std::int32_t copy : group.operations)
        ns += m_hasOperators ? static_cast<double>(std::max<std::int64_t>(at(copy).callNs, 0)) : 0;
    for (const std::int32_t work : group.work)
        ns += static_cast<double>(at(work).durationNs);
    ns *= m_hasOperators ? operatorShare : 1;
    return std::llround(ns + bytes / rateOf(bytes) * 1e9) - writingNs(group);
}

std::int64_t DataGathering::writingNs(const StreamGroup &group) const
{
    if (m_isOfFramework || !isReplay(m_program) || bytesToDevice(group) <= 0)
        return 0;
    constexpr double fastest = 2; // times the usual rate
    double ns = 0;
    auto work = group.work.begin();
    for (const std::int32_t copy : group.operations) {
        double before = 0;
        for (; work != group.work.end() && *work < copy; ++work)
            before += static_cast<double>(at(*work).durationNs);
        const auto piece = static_cast<double>(at(copy).bytes);
        const double writing = piece / rateOf(piece) * 1e9;
        ns += writing <= fastest * before ? std::min(before, writing) : 0; // it wrote nothing in so short a time
    }
    return std::llround(ns);
}

/// Bytes a second at which the host moves so many that it has just written.
double DataGathering::rateOf(double bytes) const
{
    constexpr double usualRate = 10e9;
    if (!m_profile)
        return usualRate;
    const CopyCost &staging = m_profile->copies.h2d.pageable;
    return staging.cachedBytesPerSecond > 0 ? staging.cachedBytesPerSecond : staging.bandwidthAt(bytes);
}

double DataGathering::bytesToDevice(const StreamGroup &group) const
{
    double bytes = 0;
    for (const std::int32_t copy : group.operations)
        bytes += at(copy).kind == OperationKind::H2D ? static_cast<double>(at(copy).bytes) : 0;
    return bytes;
}

Operation gatheringWork(std::int64_t ns, std::int32_t thread)
{
    Operation work;
    work.kind = OperationKind::HostWork;
    work.thread = thread;
    work.durationNs = ns;
    work.name = "gather";
    return work;
}

} // namespace streamscope
