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
              static_cast<std::int64_t>(device.sharedMemoryPerMultiprocessor.value_or(noLimit))},
      m_rooms(static_cast<std::size_t>(device.multiprocessors.value_or(1)), m_empty), m_fits(m_rooms.size())
{}

/// A block that asks for more than an SM has was refused before; this only keeps a model without limits running.
BlockShape Multiprocessors::clamped(const BlockShape &shape) const
{
    return {std::clamp<std::int64_t>(shape.threads, 1, m_empty.threads),
            std::clamp<std::int64_t>(shape.sharedMemory, 0, m_empty.sharedMemory)};
}

std::int64_t Multiprocessors::fitting(const BlockShape &shape, const Room &room)
{
    const std::int64_t bySlotsAndThreads = std::min(room.slots, room.threads / shape.threads);
    return shape.sharedMemory > 0 ? std::min(bySlotsAndThreads, room.sharedMemory / shape.sharedMemory)
                                  : bySlotsAndThreads;
}

std::int64_t Multiprocessors::capacity(const BlockShape &shape) const
{
    return fitting(clamped(shape), m_empty) * static_cast<std::int64_t>(m_rooms.size());
}

std::int64_t Multiprocessors::countRoom(const BlockShape &shape)
{
    std::int64_t total = 0;
    for (std::size_t i = 0; i < m_rooms.size(); ++i)
        total += m_fits[i] = fitting(shape, m_rooms[i]);
    return total;
}

Placement Multiprocessors::place(const BlockShape &asked, std::int64_t wanted)
{
    const BlockShape shape = clamped(asked);
    const std::int64_t room = countRoom(shape);
    return distribute(shape, std::min(wanted, room), room);
}

Placement Multiprocessors::placeAll(const BlockShape &asked, std::int64_t wanted)
{
    const BlockShape shape = clamped(asked);
    const std::int64_t room = countRoom(shape);
    return room < wanted ? Placement{} : distribute(shape, wanted, room);
}

/// Hands out `count` of the `room` places in m_fits so that the SMs are left with as equal room as possible: down to
/// `level` places everywhere, and one more from the first SMs that have it.
Placement Multiprocessors::distribute(const BlockShape &shape, std::int64_t count, std::int64_t room)
{
    Placement placement;
    if (count <= 0)
        return placement;
    const auto above = [this](std::int64_t level) {
        return std::accumulate(
            m_fits.begin(), m_fits.end(), std::int64_t{0},
            [level](std::int64_t sum, std::int64_t fit) { return sum + std::max<std::int64_t>(0, fit - level); });
    };
    std::int64_t level = 0;
    std::int64_t rest = 0;
    if (count < room) {
        std::int64_t high = *std::max_element(m_fits.begin(), m_fits.end());
        while (level < high) { // the least level above which there are at most `count` places
            const std::int64_t middle = (level + high) / 2;
            if (above(middle) <= count)
                high = middle;
            else
                level = middle + 1;
        }
        rest = count - above(level);
    }
    for (std::size_t i = 0; i < m_rooms.size(); ++i) {
        std::int64_t blocks = std::max<std::int64_t>(0, m_fits[i] - level);
        if (rest > 0 && level > 0 && m_fits[i] >= level) {
            ++blocks;
            --rest;
        }
        if (blocks == 0)
            continue;
        placement.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(blocks));
        m_rooms[i].threads -= blocks * shape.threads;
        m_rooms[i].slots -= blocks;
        m_rooms[i].sharedMemory -= blocks * shape.sharedMemory;
    }
    return placement;
}

void Multiprocessors::release(const BlockShape &asked, const Placement &placement)
{
    const BlockShape shape = clamped(asked);
    for (const auto &[index, blocks] : placement) {
        m_rooms[index].threads += blocks * shape.threads;
        m_rooms[index].slots += blocks;
        m_rooms[index].sharedMemory += blocks * shape.sharedMemory;
    }
}

std::int64_t blockCount(const Placement &placement)
{
    return std::accumulate(placement.begin(), placement.end(), std::int64_t{0},
                           [](std::int64_t sum, const auto &part) { return sum + part.second; });
}

} // namespace streamscope
