// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/units/multiprocessors.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace streamscope {

Multiprocessors::Multiprocessors(const DeviceInfo &device)
    : m_device(device), m_empty(BlockRoom::ofEmptySm(device)),
      m_rooms(static_cast<std::size_t>(device.multiprocessors.value_or(1)), {m_empty, -1}),
      m_split(SharedMemorySplit::of(m_splitShape, device)), m_fits(m_rooms.size())
{}

void Multiprocessors::useSplitOf(const BlockShape &shape)
{
    if (shape == m_splitShape)
        return;
    m_splitShape = shape;
    m_split = SharedMemorySplit::of(shape, m_device);
}

/// What an SM holds that divides its memory as it must for this shape: m_split is of it.
std::int64_t Multiprocessors::fitting(const Multiprocessor &one, const BlockShape &shape) const
{
    if (isEmpty(one))
        return m_empty.fitting(shape);
    return one.split >= m_split.least ? one.room.fitting(shape) : 0;
}

/// The first blocks divide the SM's memory, unless they `follow` others at once and its division will do: on SMs
/// divided for blocks of 100 KiB, whose places eight blocks of 16 KiB had taken at once, blocks of 48 KiB began beside
/// these, which for these alone are divided too small (an H200).
void Multiprocessors::take(Multiprocessor &one, const BlockRoom &taken, bool follow) const
{
    if (isEmpty(one)) {
        if (!follow || one.split < m_split.least)
            one.split = m_split.taken;
        one.room.sharedMemory = one.split;
    }
    one.room.take(taken);
    if (isEmpty(one))
        one.room = m_empty;
}

std::int64_t Multiprocessors::room(const BlockShape &asked)
{
    const BlockShape shape = m_empty.clamped(asked);
    useSplitOf(shape);
    return countRoom(shape);
}

/// SMs in a row mostly have the same room, which is reckoned once.
std::int64_t Multiprocessors::countRoom(const BlockShape &shape)
{
    if (m_used == 0) {
        const std::int64_t fit = m_empty.fitting(shape);
        std::fill(m_fits.begin(), m_fits.end(), fit);
        return fit * static_cast<std::int64_t>(m_rooms.size());
    }
    std::int64_t total = 0;
    const Multiprocessor *before = nullptr;
    for (std::size_t i = 0; i < m_rooms.size(); ++i) {
        m_fits[i] = before && *before == m_rooms[i] ? m_fits[i - 1] : fitting(m_rooms[i], shape);
        before = &m_rooms[i];
        total += m_fits[i];
    }
    return total;
}

std::int64_t Multiprocessors::place(const BlockShape &asked, std::int64_t wanted, Placement &placement, bool follow)
{
    const BlockShape shape = m_empty.clamped(asked);
    useSplitOf(shape);
    if (m_used == 0 && !follow)
        return placeOnEmpty(shape, wanted, placement);
    const std::int64_t room = countRoom(shape);
    const std::int64_t count = std::min(wanted, room);
    const bool drawn = follow && count < room;
    if (drawn)
        draw(count, room);
    if (count > 0)
        distribute(shape, count, drawn ? count : room, follow, placement);
    return count;
}

/// As distribute() does on SMs that all have the same room. Most kernels find the device so, and this takes half as
/// long.
std::int64_t Multiprocessors::placeOnEmpty(const BlockShape &shape, std::int64_t wanted, Placement &placement)
{
    const auto sms = static_cast<std::int64_t>(m_rooms.size());
    const std::int64_t count = std::min(wanted, m_empty.fitting(shape) * sms);
    const std::int64_t each = count / sms, oneMore = count % sms;
    const auto fill = [&](std::int64_t from, std::int64_t to, std::int64_t blocks) {
        Multiprocessor filled{m_empty, -1};
        take(filled, BlockRoom::takenBy(shape, blocks), false);
        std::fill(m_rooms.begin() + from, m_rooms.begin() + to, filled);
        for (std::int64_t sm = from; sm < to; ++sm)
            placement.emplace_back(static_cast<std::uint32_t>(sm), static_cast<std::uint32_t>(blocks));
    };
    placement.reserve(placement.size() + static_cast<std::size_t>(std::min(count, sms)));
    if (oneMore > 0)
        fill(0, oneMore, each + 1);
    if (each > 0)
        fill(oneMore, sms, each);
    m_used = count;
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

/// Makes of the places in m_fits those that `count` blocks take of `room`, in no order but three of an SM together.
/// While another kernel waited, 264 blocks that followed 1056 of 256 threads lay on 38 to 60 SMs of an H200, 444 on 68
/// to 90 and 718 on 104 to 108 (docs/measurements/block-places.md). Drawn, they lie on 76, 97 and 125; one by one they
/// would on 119, 130 and 132. Where nearly all places are taken hardly an SM stays empty: 444 of 528 blocks of 512
/// threads, and some have two of four places left.
void Multiprocessors::draw(std::int64_t count, std::int64_t room)
{
    constexpr double nearlyFull = 0.8;
    const std::int64_t together = static_cast<double>(count) < nearlyFull * static_cast<double>(room) ? 3 : 1;
    std::minstd_rand random(4); // begins anew, so that what a kernel draws depends on no other one
    for (std::int64_t &fit : m_fits) {
        std::int64_t drawn = 0;
        for (std::int64_t left = fit; left > 0; left -= together) {
            const std::int64_t places = std::min(left, together);
            const bool chosen = static_cast<std::int64_t>(random()) % room < count;
            room -= places;
            const std::int64_t blocks = std::max(chosen ? std::min(places, count) : 0, count - room);
            drawn += blocks;
            count -= blocks;
        }
        fit = drawn;
    }
}

/// Hands out `count` of the `room` places in m_fits so that the SMs are left with as equal room as possible: down to
/// `level` places everywhere, and one more from the first SMs that have it.
void Multiprocessors::distribute(const BlockShape &shape, std::int64_t count, std::int64_t room, bool follow,
                                 Placement &placement)
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
        take(m_rooms[i], taken, follow);
        left -= blocks;
    }
    placement.resize(static_cast<std::size_t>(place - placement.data()));
    m_used += count;
}

void Multiprocessors::release(const BlockShape &shape, const Placement &placement)
{
    if (blockCount(placement) < m_used) {
        change(shape, placement, -1);
        return;
    }
    for (const auto &part : placement) // the last ones leave all SMs empty
        m_rooms[part.first].room = m_empty;
    m_used = 0;
}

void Multiprocessors::change(const BlockShape &asked, const Placement &placement, std::int64_t sign)
{
    const BlockShape shape = m_empty.clamped(asked);
    useSplitOf(shape);
    BlockRoom taken = BlockRoom::takenBy(shape, 0);
    for (const auto &[index, blocks] : placement) {
        const std::int64_t count = sign * std::int64_t{blocks};
        if (count != taken.slots)
            taken = BlockRoom::takenBy(shape, count);
        take(m_rooms[index], taken, true);
        m_used += count;
    }
}

std::int64_t blockCount(const Placement &placement)
{
    return std::accumulate(placement.begin(), placement.end(), std::int64_t{0},
                           [](std::int64_t sum, const auto &part) { return sum + part.second; });
}

} // namespace streamscope
