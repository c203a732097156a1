// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/interval_lanes.h"

#include "gui/timeline/lanes/counter_lane.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/translation.h"

#include <utility>

namespace streamscope {

namespace {

class CoveredTimes final : public CounterSource
{
public:
    explicit CoveredTimes(IntervalSet times) : m_times(std::move(times)) {}

    std::size_t size() const override { return m_times.intervals().size(); }
    bool interval(std::size_t i, CounterInterval &one) const override
    {
        const IntervalSet::Interval &covered = m_times.intervals()[i];
        one = {covered.begin, covered.end, 100, -1};
        return true;
    }

private:
    IntervalSet m_times;
};

} // namespace

ContentLanes intervalLanes(const TimelineContent &content, std::vector<NamedTimes> all)
{
    const LaneHeading heading{QStringLiteral("group:overlap"), tr("Overlap"), tr("Overlap")};
    ContentLanes lanes;
    for (NamedTimes &one : all) {
        CounterLook look{QStringLiteral("overlap:%1").arg(lanes.size()),
                         one.title,
                         tr("of this time"),
                         QStringLiteral("%"),
                         one.toolTip,
                         OperationKind::Collective,
                         100.0,
                         heading,
                         false};
        lanes.push_back(std::make_shared<CounterLane>(std::move(look), std::nullopt,
                                                      std::make_unique<CoveredTimes>(std::move(one.times)), content));
    }
    return lanes;
}

} // namespace streamscope
