// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/saturating.h"
#include "gui/timeline/lanes/counter_lane.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace streamscope {

namespace {

/// Each copy moves its bytes evenly from its start to its end.
class CopyBytes final : public CounterSource
{
public:
    CopyBytes(const Timeline &timeline, OperationKind kind, int device)
        : m_timeline(timeline), m_kind(kind), m_device(device)
    {}

    std::size_t size() const override { return m_timeline.size(); }
    bool interval(std::size_t i, CounterInterval &one) const override
    {
        if (m_timeline.kinds()[i] != m_kind || m_timeline.device(i) != m_device)
            return false;
        const std::uint64_t bytes = m_timeline.bytes(i);
        one.begin = m_timeline.starts()[i];
        one.end = m_timeline.ends()[i];
        if (bytes == 0 || one.end <= one.begin)
            return false;
        const auto ns = static_cast<double>(detail::saturatedDifference(one.end, one.begin));
        one.amount = static_cast<double>(bytes) / ns; // bytes/ns are GB/s
        return true;
    }

private:
    const Timeline &m_timeline;
    OperationKind m_kind;
    int m_device;
};

} // namespace

/// One for each direction in which a device copied a known number of bytes.
ContentLanes bandwidthLanes(const LaneSource &source)
{
    if (source.side)
        return {}; // times of two runs on one axis are not those of either
    struct Direction
    {
        OperationKind kind;
        const char *id, *name;
    };
    constexpr std::array<Direction, 4> directions{{{OperationKind::H2D, "h2d", "H2D"},
                                                   {OperationKind::D2H, "d2h", "D2H"},
                                                   {OperationKind::D2D, "d2d", "D2D"},
                                                   {OperationKind::Peer, "peer", "peer"}}};
    const Timeline &timeline = source.content.timeline();
    std::set<std::pair<int, OperationKind>> known;
    std::pair<int, OperationKind> last{-1, OperationKind::Kernel}; // most copies are like the one before
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (std::any_of(directions.begin(), directions.end(),
                        [kind = timeline.kinds()[i]](const Direction &one) { return one.kind == kind; })
            && timeline.bytes(i) > 0) {
            const std::pair<int, OperationKind> here{timeline.device(i), timeline.kinds()[i]};
            if (std::exchange(last, here) != here)
                known.insert(here);
        }
    ContentLanes lanes;
    for (const int device : devicesOf(timeline))
        for (const auto &[kind, id, name] : directions) {
            if (!known.contains({device, kind}))
                continue;
            const QString what = QString::fromLatin1(name);
            CounterLook look{QStringLiteral("counter:%1:%2").arg(device).arg(QString::fromLatin1(id)),
                             tr("%1 bandwidth").arg(what),
                             what,
                             QStringLiteral("GB/s"),
                             tr("The bytes of each copy, spread over the time that it ran"),
                             kind,
                             {}};
            lanes.push_back(std::make_shared<CounterLane>(
                std::move(look), device, std::make_unique<CopyBytes>(timeline, kind, device), source.content));
        }
    return lanes;
}

} // namespace streamscope
