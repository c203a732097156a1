// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/units/multiprocessors.h"

#include <algorithm>
#include <numeric>

namespace streamscope {

Multiprocessors::Multiprocessors(const DeviceInfo &device)
    : m_empty(BlockRoom::ofEmptySm(device)),
      m_rooms(static_cast<std::size_t>(device.multiprocessors.value_or(1)), m_empty), m_fits(m_rooms.size())
{}

/// SMs in a row mostly have the same room, which is reckoned once.
std::int64_t Multiprocessors::countRoom(const BlockShape &shape)
{
    if (m_used == 0) {
        const std::int64_t fit = m_empty.fitting(shape);
        std::fill(m_fits.begin(), m_fits.end(), fit);
        return fit * static_cast<std::int64_t>(m_rooms.size());
    }
    std::int64_t total = 0;
    const BlockRoom *before = nullptr;
    for (std::size_t i = 0; i < m_rooms.size(); ++i) {
        m_fits[i] = before && *before == m_rooms[i] ? m_fits[i - 1] : m_rooms[i].fitting(shape);
        before = &m_rooms[i];
        total += m_fits[i];
    }
    return total;
}

std::int64_t Multiprocessors::place(const BlockShape &asked, std::int64_t wanted, Placement &placement)
{
    const BlockShape shape = m_empty.clamped(asked);
    const std::int64_t room = countRoom(shape);
    const std::int64_t count = std::min(wanted, room);
    if (count > 0)
        distribute(shape, count, room, placement);
    return count;
}

/// Places above `level` on all SMs.
std::int64_t Multiprocessors::above(std::int64_t level) const
{
    return std::accumulate(m_fits.begin(), m_fits.end(), std::int64_t{0}, [level](std::int64_t sum, std::int64_t fit) {
        return sum + std::max<std::int64_t>(0, fit - level);
    });
}

/// The least level above which there are at most `count` of the `room` places.
std::int64_t Multiprocessors::levelFor(std::int64_t count, std::int64_t room) const
{
    if (count >= room)
        return 0;
    const auto multiprocessors = static_cast<std::int64_t>(m_rooms.size());
    if (m_used == 0) // all have the same
        return m_fits.front() - count / multiprocessors;
    std::int64_t level = 0;
    std::int64_t high = *std::max_element(m_fits.begin(), m_fits.end());
    while (level < high) {
        const std::int64_t middle = (level + high) / 2;
        if (above(middle) <= count)
            high = middle;
        else
            level = middle + 1;
    }
    return level;
}

/// Hands out `count` of the `room` places in m_fits so that the SMs are left with as equal room as possible: down to
/// `level` places everywhere, and one more from the first SMs that have it.
void Multiprocessors::distribute(const BlockShape &shape, std::int64_t count, std::int64_t room, Placement &placement)
{
    const std::int64_t level = levelFor(count, room);
    std::int64_t rest = level > 0 ? count - above(level) : 0;
    const std::size_t first = placement.size();
    placement.resize(first + m_rooms.size());
    auto *place = placement.data() + first;
    BlockRoom taken = BlockRoom::takenBy(shape, 0);
    std::int64_t left = count;
    for (std::size_t i = 0; left > 0; ++i) {
        std::int64_t blocks = std::max<std::int64_t>(0, m_fits[i] - level);
        if (rest > 0 && m_fits[i] >= level) {
            ++blocks;
            --rest;
        }
        if (blocks == 0)
            continue;
        if (blocks != taken.slots) // mostly as many as on the SM before
            taken = BlockRoom::takenBy(shape, blocks);
        *place++ = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(blocks)};
        m_rooms[i].take(taken);
        left -= blocks;
    }
    placement.resize(static_cast<std::size_t>(place - placement.data()));
    m_used += count;
}

void Multiprocessors::change(const BlockShape &asked, const Placement &placement, std::int64_t sign)
{
    const BlockShape shape = m_empty.clamped(asked);
    BlockRoom taken = BlockRoom::takenBy(shape, 0);
    for (const auto &[index, blocks] : placement) {
        const std::int64_t count = sign * std::int64_t{blocks};
        if (count != taken.slots)
            taken = BlockRoom::takenBy(shape, count);
        m_rooms[index].take(taken);
        m_used += count;
    }
}

std::int64_t blockCount(const Placement &placement)
{
    return std::accumulate(placement.begin(), placement.end(), std::int64_t{0},
                           [](std::int64_t sum, const auto &part) { return sum + part.second; });
}

} // namespace streamscope
