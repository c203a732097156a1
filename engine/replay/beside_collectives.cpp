// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/beside_collectives.h"

#include "engine/program/medians.h"

#include <algorithm>

namespace streamscope {

namespace {

bool isComputing(const Timeline &timeline, std::uint32_t span)
{
    return timeline.kinds()[span] == OperationKind::Kernel && timeline.streamIndices()[span] >= 0
           && timeline.launchShape(span) && !timeline.collective(span);
}

} // namespace

BesideCollectives::BesideCollectives(const Timeline &timeline) : m_timeline(timeline)
{
    collect();
    if (!m_held.empty())
        compare();
}

void BesideCollectives::collect()
{
    for (const auto &[span, collective] : m_timeline.collectives()) {
        const LaunchShape *shape = m_timeline.launchShape(span);
        if (shape && m_timeline.streamIndices()[span] >= 0)
            m_held.add(deviceOf(span),
                       {m_timeline.starts()[span], m_timeline.ends()[span], static_cast<double>(shape->blocks())});
    }
    m_held.sort();
}

/// Where a collective runs when the kernel begins, the kernel waits for its SMs, and the next collective may take them.
void BesideCollectives::compare()
{
    std::map<Key, std::vector<std::int64_t>> alone;
    std::map<Key, std::vector<double>> tails;
    for (std::uint32_t span = 0; span < m_timeline.size(); ++span) {
        if (!isComputing(m_timeline, span))
            continue;
        const std::int64_t start = m_timeline.starts()[span], end = m_timeline.ends()[span];
        const std::int64_t first = m_held.firstBegin(deviceOf(span), start, end);
        if (first == end)
            alone[keyOf(span)].push_back(end - start);
        else if (first > start)
            tails[keyOf(span)].push_back(static_cast<double>(end - first) / static_cast<double>(end - start));
    }
    for (auto &[key, times] : alone)
        m_like[key].aloneNs = lowerMedian(times);
    for (auto &[key, parts] : tails)
        m_like[key].tail = lowerMedian(parts);
}

double BesideCollectives::heldNs(std::uint32_t span) const
{
    if (m_held.empty() || m_timeline.collective(span) || m_timeline.streamIndices()[span] < 0)
        return 0;
    return m_held.weightedNs(deviceOf(span), m_timeline.starts()[span], m_timeline.ends()[span]);
}

BesideCollectives::Key BesideCollectives::keyOf(std::uint32_t span) const
{
    const LaunchShape *shape = m_timeline.launchShape(span);
    return {m_timeline.nameIndices()[span], shape ? shape->blocks() : 0, shape ? shape->sharedMemory : 0};
}

int BesideCollectives::deviceOf(std::uint32_t span) const
{
    return m_timeline.streams()[static_cast<std::size_t>(m_timeline.streamIndices()[span])].device;
}

const BesideCollectives::Like &BesideCollectives::likeIt(std::uint32_t span) const
{
    static constexpr Like unknown;
    const auto like = m_like.empty() ? m_like.end() : m_like.find(keyOf(span));
    return like == m_like.end() ? unknown : like->second;
}

} // namespace streamscope
