// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/gathered_data.h"

#include "engine/changes/patterns/framework_operators.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

DataGathering::DataGathering(const Program &program, const DeviceProfile *profile)
    : m_program(program), m_profile(profile), m_hasOperators(hasOperators(program))
{}

std::int64_t DataGathering::hostNs(const StreamGroup &group) const
{
    constexpr double usualRate = 10e9; // bytes a second
    constexpr double operatorShare = 0.85;
    double bytes = 0, ns = 0;
    for (const std::int32_t index : group.operations) {
        const Operation &copy = m_program.operations[static_cast<std::size_t>(index)];
        if (copy.kind != OperationKind::H2D)
            continue;
        bytes += static_cast<double>(copy.bytes);
        ns += m_hasOperators ? static_cast<double>(std::max<std::int64_t>(copy.callNs, 0)) : 0;
    }
    if (bytes <= 0)
        return 0;
    for (const std::int32_t work : group.work)
        ns += static_cast<double>(m_program.operations[static_cast<std::size_t>(work)].durationNs);
    ns *= m_hasOperators ? operatorShare : 1;
    ns += bytes / (m_profile ? m_profile->copies.h2d.pageable.bandwidthAt(bytes) : usualRate) * 1e9;
    return std::llround(ns);
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
