// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/counter_lane.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/translation.h"

namespace streamscope {

namespace {

bool isEvent(OperationKind kind)
{
    return kind == OperationKind::EventRecord || kind == OperationKind::EventWait;
}

/// A stream counts once, however many of its operations run.
class RunningStreams final : public CounterSource
{
public:
    RunningStreams(const Timeline &timeline, int device) : m_timeline(timeline), m_device(device) {}

    std::size_t size() const override { return m_timeline.size(); }
    std::size_t groups() const override { return m_timeline.streams().size(); }
    bool interval(std::size_t i, CounterInterval &one) const override
    {
        const std::int32_t stream = m_timeline.streamIndices()[i];
        if (stream < 0 || static_cast<std::size_t>(stream) >= groups()
            || m_timeline.streams()[static_cast<std::size_t>(stream)].device != m_device
            || isEvent(m_timeline.kinds()[i]) || m_timeline.kinds()[i] == OperationKind::Sync
            || m_timeline.isMigration(i))
            return false;
        one = {m_timeline.starts()[i], m_timeline.ends()[i], 1, stream};
        return one.begin < one.end;
    }

private:
    const Timeline &m_timeline;
    int m_device;
};

} // namespace

ContentLanes activeStreamsLanes(const LaneSource &source)
{
    ContentLanes lanes;
    if (source.side)
        return lanes;
    const Timeline &timeline = source.content.timeline();
    for (const int device : devicesOf(timeline)) {
        CounterLook look{QStringLiteral("counter:%1:streams").arg(device),
                         tr("Streams active"),
                         tr("streams active"),
                         {},
                         tr("Streams with an operation that runs; waiting does not count"),
                         OperationKind::Kernel,
                         {}};
        lanes.push_back(std::make_shared<CounterLane>(
            std::move(look), device, std::make_unique<RunningStreams>(timeline, device), source.content));
    }
    return lanes;
}

} // namespace streamscope
