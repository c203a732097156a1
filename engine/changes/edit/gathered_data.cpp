// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/gathered_data.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/framework_operators.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace streamscope {

namespace {

/// The host's time from one call to the next where it does nothing between: a tenth of those before other calls than
/// copies to the device are shorter. 0 where there are too few to say.
std::int64_t emptyGapNs(const Program &program)
{
    constexpr std::size_t enough = 4;
    const CallOrder order(program);
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const std::int32_t next = order.next(i);
        if (program.operations[i].kind != OperationKind::HostWork && next >= 0
            && program.operations[static_cast<std::size_t>(next)].kind != OperationKind::H2D)
            gaps.push_back(order.workBeforeNext(i));
    }
    return gaps.size() < enough ? 0 : valueAt(gaps, std::ssize(gaps) / 10);
}

} // namespace

DataGathering::DataGathering(const Program &program, const DeviceProfile *profile)
    : m_program(program), m_profile(profile), m_hasOperators(hasOperators(program)),
      m_isOfFramework(isOfFramework(program)), m_emptyGapNs(isReplay(program) ? emptyGapNs(program) : 0)
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
    std::vector<double> shares; // of what the bytes take that there was time for
    auto work = group.work.begin();
    for (const std::int32_t copy : group.operations) {
        double before = -static_cast<double>(m_emptyGapNs);
        for (; work != group.work.end() && *work < copy; ++work)
            before += static_cast<double>(at(*work).durationNs);
        const auto piece = static_cast<double>(at(copy).bytes);
        const double writing = piece / rateOf(piece) * 1e9;
        if (copy != group.operations.front())
            shares.push_back(std::max(before, 0.0) / std::max(writing, 1.0));
        ns += std::clamp(before, 0.0, writing);
    }
    const bool isWritten = !shares.empty() && fastest * lowerMedian(shares) >= 1;
    return isWritten ? std::llround(ns) : 0;
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
