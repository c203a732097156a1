// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// What one block takes of its SM while it runs.
struct BlockShape
{
    std::int64_t threads = 1;      ///< in whole warps
    std::int64_t sharedMemory = 0; ///< bytes, with what the hardware reserves for each block
    std::int64_t registers = 0;    ///< of the whole block; 0: they are no limit
};

/// Blocks of one kernel that run together: SM and number of blocks. An SM may be named more than once.
using Placement = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The room on the SMs of a device. Rule X2: a block goes where it fits on one SM, by threads, block slots, shared
/// memory and registers. Blocks go to the SM with the most room first, which
/// spreads them as the round-robin of the hardware does.
class Multiprocessors
{
public:
    explicit Multiprocessors(const DeviceInfo &device);

    /// Blocks of this shape that an empty device holds at once; at least one per SM, so that everything can run.
    std::int64_t capacity(const BlockShape &shape) const;
    /// Places up to `wanted` blocks and appends to `placement` where. Returns how many; 0 when none fits.
    std::int64_t place(const BlockShape &shape, std::int64_t wanted, Placement &placement);
    /// The blocks of a placement of this shape have ended.
    void release(const BlockShape &shape, const Placement &placement);

private:
    struct Room
    {
        std::int64_t threads, slots, sharedMemory, registers;
        bool operator==(const Room &) const = default;
    };
    BlockShape clamped(const BlockShape &shape) const;
    static std::int64_t fitting(const BlockShape &shape, const Room &room);
    std::int64_t countRoom(const BlockShape &shape);
    void distribute(const BlockShape &shape, std::int64_t count, std::int64_t room, Placement &placement);
    std::int64_t levelFor(std::int64_t count, std::int64_t room) const;
    std::int64_t above(std::int64_t level) const;
    static void take(Room &room, const BlockShape &shape, std::int64_t blocks);

    Room m_empty; ///< of one SM
    std::vector<Room> m_rooms;
    std::vector<std::int64_t> m_fits; ///< by SM, as of the last countRoom(); kept to spare the allocation
};

/// Blocks in a placement.
std::int64_t blockCount(const Placement &placement);

} // namespace streamscope
