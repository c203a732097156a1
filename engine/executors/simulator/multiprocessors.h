// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// The resources that a running block takes on its SM.
struct BlockShape
{
    std::int64_t threads = 1;      ///< in whole warps
    std::int64_t sharedMemory = 0; ///< bytes, with the hardware's reserve for each block
    std::int64_t registers = 0;    ///< of the whole block; 0: no limit
};

/// Blocks of one kernel that run together: pairs of SM and number of blocks. An SM may occur more than once.
using Placement = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The free resources on the SMs of a device. Rule X2: a block fits on an SM by threads, block slots, shared memory and
/// registers. A block goes to the SM with the most room, which spreads blocks as the hardware's round-robin does.
class Multiprocessors
{
public:
    explicit Multiprocessors(const DeviceInfo &device);

    /// Blocks of this shape that an empty device holds at once; at least one per SM, so that everything can run.
    std::int64_t capacity(const BlockShape &shape) const;
    /// Blocks of this shape that fit now.
    std::int64_t room(const BlockShape &shape) { return countRoom(clamped(shape)); }
    /// Places up to `wanted` blocks and appends them to `placement`. Returns their number; 0 when none fits.
    std::int64_t place(const BlockShape &shape, std::int64_t wanted, Placement &placement);
    /// Frees the resources of a placement of this shape.
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
    static Room takenBy(const BlockShape &shape, std::int64_t blocks);
    static void take(Room &room, const Room &taken);

    Room m_empty; ///< of one SM
    std::vector<Room> m_rooms;
    std::int64_t m_used = 0;          ///< blocks that are placed
    std::vector<std::int64_t> m_fits; ///< by SM, from the last countRoom(); a member to avoid allocations
};

/// Blocks in a placement.
std::int64_t blockCount(const Placement &placement);

} // namespace streamscope
