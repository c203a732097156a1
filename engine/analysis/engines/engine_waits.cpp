// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/engines/engine_waits.h"

#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// When an engine was at work, and how much of any stretch of time that was.
class BusyTime
{
public:
    explicit BusyTime(std::vector<IntervalSet::Interval> work) : m_busy(IntervalSet(std::move(work)).intervals())
    {
        m_before.reserve(m_busy.size() + 1);
        m_before.push_back(0);
        for (const IntervalSet::Interval &interval : m_busy)
            m_before.push_back(m_before.back() + interval.end - interval.begin);
    }

    std::int64_t within(std::int64_t begin, std::int64_t end) const { return until(end) - until(begin); }

private:
    std::int64_t until(std::int64_t time) const
    {
        const auto next =
            std::partition_point(m_busy.begin(), m_busy.end(), [time](const auto &i) { return i.begin < time; });
        const auto index = static_cast<std::size_t>(next - m_busy.begin());
        if (index == 0)
            return 0;
        const IntervalSet::Interval &last = m_busy[index - 1];
        return m_before[index - 1] + std::min(time, last.end) - last.begin;
    }

    std::vector<IntervalSet::Interval> m_busy;
    std::vector<std::int64_t> m_before; ///< work in all intervals before this one
};

using EngineOfDevice = std::pair<int, Engine>;

EngineOfDevice engineOf(const Recording &recording, std::size_t index)
{
    return {recording.timeline.device(index),
            servingEngine(recording.timeline.engines()[index], recording.device.hasOneCopyEngine())};
}

bool canWait(OperationKind kind)
{
    return isCopy(kind) || kind == OperationKind::Kernel;
}

} // namespace

EngineWaits engineWaits(const Recording &recording)
{
    const Timeline &timeline = recording.timeline;
    EngineWaits waits;
    if (!timeline.anyReady())
        return waits;
    std::map<EngineOfDevice, std::vector<IntervalSet::Interval>> work;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.engines()[i] < Engine::Host)
            work[engineOf(recording, i)].push_back({timeline.starts()[i], timeline.ends()[i]});
    std::map<EngineOfDevice, BusyTime> busy;
    for (auto &[engine, intervals] : work)
        busy.emplace(engine, BusyTime(std::move(intervals)));
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Span span = timeline.span(i);
        if (!canWait(span.kind) || span.waited() <= 0 || span.engine >= Engine::Host)
            continue;
        const std::int64_t waited = busy.at(engineOf(recording, i)).within(span.ready, span.start);
        addTime(isCopy(span.kind) ? waits.copiesNs : waits.kernelsNs, waited);
    }
    return waits;
}

} // namespace streamscope
