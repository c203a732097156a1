// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/copy_queue.h"

#include <bit>

namespace streamscope {

namespace {

constexpr std::int32_t wordBits = 64;

std::size_t wordOf(std::int32_t channel)
{
    return static_cast<std::size_t>(channel / wordBits);
}

std::uint64_t bitOf(std::int32_t channel)
{
    return std::uint64_t{1} << (channel % wordBits);
}

} // namespace

CopyQueue::CopyQueue(int channels, std::size_t streams, bool numbered, bool fromFirst)
    : m_pool(channels, streams, numbered), m_channels(m_pool.channels(streams)),
      m_ready(m_channels.size() / wordBits + 1, 0), m_toFirst(fromFirst)
{}

bool CopyQueue::push(std::int32_t copy, std::int32_t stream, std::vector<Place> &places)
{
    Place &place = places[copy];
    place.channel = m_pool.take(stream, true);
    Channel &channel = m_channels[place.channel];
    const bool first = channel.last < 0;
    m_heads += first ? 1 : 0;
    (first ? channel.first : places[channel.last].next) = copy;
    channel.last = copy;
    return first;
}

void CopyQueue::becameReady(std::int32_t copy, std::vector<Place> &places)
{
    Place &place = places[copy];
    place.ready = true;
    if (m_channels[place.channel].first == copy)
        setHeadReady(place.channel, true);
}

std::int32_t CopyQueue::takeFrom(std::int32_t served, std::vector<Place> &places)
{
    m_toFirst = m_toFirst && (m_began || served != 0);
    m_began = true;
    m_served = served;
    Channel &channel = m_channels[m_served];
    const std::int32_t taken = channel.first;
    channel.first = places[taken].next;
    if (channel.first < 0) {
        channel.last = -1;
        --m_heads;
    }
    if (channel.first < 0 || !places[channel.first].ready)
        setHeadReady(m_served, false);
    return taken;
}

std::int32_t CopyQueue::turn()
{
    if (m_began && m_toFirst && !isHeadReady(m_served)) {
        m_toFirst = false;
        return 0;
    }
    return m_served;
}

void CopyQueue::setHeadReady(std::int32_t channel, bool ready)
{
    if (isHeadReady(channel) == ready)
        return;
    m_ready[wordOf(channel)] ^= bitOf(channel);
    m_readyHeads += ready ? 1 : -1;
}

bool CopyQueue::isHeadReady(std::int32_t channel) const
{
    return (m_ready[wordOf(channel)] & bitOf(channel)) != 0;
}

/// The channel itself, or the next one round; there is one.
std::int32_t CopyQueue::nextReadyFrom(std::int32_t channel) const
{
    std::size_t word = wordOf(channel);
    std::uint64_t bits = m_ready[word] & ~(bitOf(channel) - 1);
    while (bits == 0) {
        word = word + 1 < m_ready.size() ? word + 1 : 0;
        bits = m_ready[word];
    }
    return static_cast<std::int32_t>(word) * wordBits + std::countr_zero(bits);
}

} // namespace streamscope
