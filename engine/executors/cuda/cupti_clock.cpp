// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/cupti_clock.h"

#include "engine/program/errors.h"

#include <algorithm>

namespace streamscope {

void CuptiClock::takeProbes()
{
    m_recorder.take();
    const std::size_t known = m_probes.stamps().size();
    m_probes.take();
    std::vector<CuptiRecord> records = m_recorder.take();
    std::erase_if(records, [](const CuptiRecord &record) { return record.kind != OperationKind::Kernel; });
    const std::vector<KernelStamp> stamps = m_probes.stamps();
    if (records.empty() || records.size() != stamps.size() - known)
        throw RunError("CUPTI did not record the kernels that align its clock");
    std::vector<Seen> seen;
    for (std::size_t i = 0; i < records.size(); ++i)
        seen.push_back({records[i].end, static_cast<std::int64_t>(stamps[known + i].lastEnd) - records[i].end});
    const auto middle = seen.begin() + static_cast<std::ptrdiff_t>(seen.size() / 2);
    std::nth_element(seen.begin(), middle, seen.end(),
                     [](const Seen &a, const Seen &b) { return a.offset < b.offset; });
    m_seen.push_back(*middle);
}

ClockLine CuptiClock::line() const
{
    return {m_seen.front().time, m_seen.front().offset, m_seen.back().time, m_seen.back().offset};
}

std::vector<OperationTimes> CuptiClock::onGlobalTimer(std::vector<OperationTimes> times) const
{
    const ClockLine clock = line();
    for (OperationTimes &t : times)
        if (t.start != unknownTime) {
            t.start = clock.at(t.start);
            t.end = clock.at(t.end);
        }
    return times;
}

} // namespace streamscope
