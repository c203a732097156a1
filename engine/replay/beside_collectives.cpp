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

void HeldMultiprocessors::add(int device, const Held &held)
{
    Device &added = m_devices[device];
    added.held.push_back(held);
    added.longest = std::max(added.longest, held.end - held.start);
}

void HeldMultiprocessors::sort()
{
    for (auto &[number, device] : m_devices)
        std::sort(device.held.begin(), device.held.end(),
                  [](const Held &a, const Held &b) { return a.start < b.start; });
}

std::pair<HeldMultiprocessors::Next, HeldMultiprocessors::Next> HeldMultiprocessors::from(int device,
                                                                                          std::int64_t start) const
{
    const auto found = m_devices.find(device);
    if (found == m_devices.end())
        return {};
    const std::vector<Held> &held = found->second.held;
    const auto first = std::partition_point(held.begin(), held.end(),
                                            [&](const Held &one) { return one.start < start - found->second.longest; });
    return {first, held.end()};
}

double HeldMultiprocessors::heldNs(int device, std::int64_t start, std::int64_t end) const
{
    double ns = 0;
    for (auto [held, past] = from(device, start); held != past && held->start < end; ++held) {
        const std::int64_t together = std::min(end, held->end) - std::max(start, held->start);
        ns += held->blocks * static_cast<double>(std::max<std::int64_t>(together, 0));
    }
    return ns;
}

const HeldMultiprocessors::Held *HeldMultiprocessors::firstBetween(int device, std::int64_t start,
                                                                   std::int64_t end) const
{
    for (auto [held, past] = from(device, start); held != past && held->start < end; ++held)
        if (held->end > start)
            return &*held;
    return nullptr;
}

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
        const HeldMultiprocessors::Held *first = m_held.firstBetween(deviceOf(span), start, end);
        if (!first)
            alone[keyOf(span)].push_back(end - start);
        else if (first->start > start)
            tails[keyOf(span)].push_back(static_cast<double>(end - first->start) / static_cast<double>(end - start));
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
    return m_held.heldNs(deviceOf(span), m_timeline.starts()[span], m_timeline.ends()[span]);
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
