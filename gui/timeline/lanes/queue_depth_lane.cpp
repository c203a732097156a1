// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/counter_lane.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/translation.h"

namespace streamscope {

namespace {

/// Operations from their call to their start.
class QueuedOperations final : public CounterSource
{
public:
    QueuedOperations(const Timeline &timeline, int device) : m_timeline(timeline), m_device(device) {}

    std::size_t size() const override { return m_timeline.size(); }
    bool interval(std::size_t i, CounterInterval &one) const override
    {
        if (m_timeline.streamIndices()[i] < 0 || m_timeline.engines()[i] == Engine::Host
            || m_timeline.device(i) != m_device)
            return false;
        const std::int64_t issue = m_timeline.issue(i);
        one = {issue, m_timeline.starts()[i], 1, -1};
        return issue != unknownTime && one.begin < one.end;
    }

private:
    const Timeline &m_timeline;
    int m_device;
};

} // namespace

/// Only where the run says when its operations were issued.
ContentLanes queueDepthLanes(const LaneSource &source)
{
    ContentLanes lanes;
    if (source.side)
        return lanes;
    const Timeline &timeline = source.content.timeline();
    for (const int device : devicesOf(timeline)) {
        auto queued = std::make_unique<QueuedOperations>(timeline, device);
        CounterInterval one;
        bool any = false;
        for (std::size_t i = 0; i < timeline.size() && !any; ++i)
            any = queued->interval(i, one);
        if (!any)
            continue;
        CounterLook look{QStringLiteral("counter:%1:queue").arg(device),
                         tr("Queue depth"),
                         tr("operations queued"),
                         {},
                         tr("Operations that the host has issued and that have not started"),
                         OperationKind::HostWork,
                         {}};
        lanes.push_back(std::make_shared<CounterLane>(std::move(look), device, std::move(queued), source.content));
    }
    return lanes;
}

} // namespace streamscope
