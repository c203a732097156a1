// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/multiprocessors.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace streamscope {

namespace {

// Where a profile does not say: the limits of most compute capabilities, and no limit on shared memory.
constexpr int usualThreads = 2048;
constexpr int usualSlots = 32;
constexpr std::uint64_t noLimit = std::uint64_t{1} << 50;

} // namespace

Multiprocessors::Multiprocessors(const DeviceInfo &device)
    : m_empty{device.maxThreadsPerMultiprocessor.value_or(usualThreads),
              device.maxBlocksPerMultiprocessor.value_or(usualSlots),
              static_cast<std::int64_t>(device.sharedMemoryPerMultiprocessor.value_or(noLimit)),
              device.registersPerMultiprocessor ? std::int64_t{*device.registersPerMultiprocessor}
                                                : static_cast<std::int64_t>(noLimit)},
      m_rooms(static_cast<std::size_t>(device.multiprocessors.value_or(1)), m_empty), m_fits(m_rooms.size())
{}

/// A block that asks for more than an SM has was refused before; this only keeps a model without limits running.
BlockShape Multiprocessors::clamped(const BlockShape &shape) const
{
    return {std::clamp<std::int64_t>(shape.threads, 1, m_empty.threads),
            std::clamp<std::int64_t>(shape.sharedMemory, 0, m_empty.sharedMemory),
            std::clamp<std::int64_t>(shape.registers, 0, m_empty.registers)};
}

std::int64_t Multiprocessors::fitting(const BlockShape &shape, const Room &room)
{
    std::int64_t fit = std::min(room.slots, room.threads / shape.threads);
    if (shape.sharedMemory > 0)
        fit = std::min(fit, room.sharedMemory / shape.sharedMemory);
    if (shape.registers > 0)
        fit = std::min(fit, room.registers / shape.registers);
    return fit;
}

std::int64_t Multiprocessors::capacity(const BlockShape &shape) const
{
    return fitting(clamped(shape), m_empty) * static_cast<std::int64_t>(m_rooms.size());
}

/// SMs in a row mostly have the same room, which is reckoned once.
std::int64_t Multiprocessors::countRoom(const BlockShape &shape)
{
    std::int64_t total = 0;
    const Room *before = nullptr;
    for (std::size_t i = 0; i < m_rooms.size(); ++i) {
        m_fits[i] = before && *before == m_rooms[i] ? m_fits[i - 1] : fitting(shape, m_rooms[i]);
        before = &m_rooms[i];
        total += m_fits[i];
    }
    return total;
}

std::int64_t Multiprocessors::place(const BlockShape &asked, std::int64_t wanted, Placement &placement)
{
    const BlockShape shape = clamped(asked);
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

void Multiprocessors::take(Room &room, const BlockShape &shape, std::int64_t blocks)
{
    room.threads -= blocks * shape.threads;
    room.slots -= blocks;
    room.sharedMemory -= blocks * shape.sharedMemory;
    room.registers -= blocks * shape.registers;
}

/// Hands out `count` of the `room` places in m_fits so that the SMs are left with as equal room as possible: down to
/// `level` places everywhere, and one more from the first SMs that have it.
void Multiprocessors::distribute(const BlockShape &shape, std::int64_t count, std::int64_t room, Placement &placement)
{
    const std::int64_t level = levelFor(count, room);
    std::int64_t rest = level > 0 ? count - above(level) : 0;
    for (std::size_t i = 0; i < m_rooms.size(); ++i) {
        std::int64_t blocks = std::max<std::int64_t>(0, m_fits[i] - level);
        if (rest > 0 && m_fits[i] >= level) {
            ++blocks;
            --rest;
        }
        if (blocks == 0)
            continue;
        placement.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(blocks));
        take(m_rooms[i], shape, blocks);
    }
}

void Multiprocessors::release(const BlockShape &asked, const Placement &placement)
{
    const BlockShape shape = clamped(asked);
    for (const auto &[index, blocks] : placement)
        take(m_rooms[index], shape, -std::int64_t{blocks});
}

std::int64_t blockCount(const Placement &placement)
{
    return std::accumulate(placement.begin(), placement.end(), std::int64_t{0},
                           [](std::int64_t sum, const auto &part) { return sum + part.second; });
}

} // namespace streamscope
