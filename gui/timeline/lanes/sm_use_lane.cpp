// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/counter_lane.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <set>

namespace streamscope {

namespace {

/// An SM counts once, however many blocks run on it.
class BusySms final : public CounterSource
{
public:
    BusySms(const BlockRecords &records, int device) : m_records(records), m_device(device)
    {
        for (const BlockLane &lane : records.lanes())
            m_past.push_back(lane.rows.back().past);
    }

    std::size_t size() const override { return m_records.size(); }
    std::size_t groups() const override { return m_past.size(); }
    bool interval(std::size_t i, CounterInterval &one) const override
    {
        const auto lane = static_cast<std::size_t>(std::upper_bound(m_past.begin(), m_past.end(), i) - m_past.begin());
        if (m_records.lanes()[lane].device != m_device)
            return false;
        one = {m_records.starts()[i], m_records.ends()[i], 1, static_cast<std::int32_t>(lane)};
        return one.begin < one.end;
    }

private:
    const BlockRecords &m_records;
    int m_device;
    std::vector<std::size_t> m_past; ///< records up to and including each lane
};

} // namespace

/// Only where blocks were recorded: nothing else says which SMs were busy.
ContentLanes smUseLanes(const LaneSource &source)
{
    ContentLanes lanes;
    if (source.side)
        return lanes;
    const BlockRecords &records = source.content.timeline().blocks();
    std::set<int> devices;
    for (const BlockLane &lane : records.lanes())
        devices.insert(lane.device);
    for (const int device : devices) {
        const std::optional<int> all = source.recording.device.multiprocessors;
        CounterLook look{QStringLiteral("counter:%1:sms").arg(device),          tr("SMs busy"),
                         all ? tr("of %1 SMs busy").arg(*all) : tr("SMs busy"), {},
                         tr("SMs on which at least one recorded block runs"),   OperationKind::Kernel,
                         all ? std::optional<double>(*all) : std::nullopt};
        lanes.push_back(std::make_shared<CounterLane>(std::move(look), device,
                                                      std::make_unique<BusySms>(records, device), source.content));
    }
    return lanes;
}

} // namespace streamscope
