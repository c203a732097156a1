// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/block_room.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// Blocks of one kernel that run together: pairs of SM and number of blocks. An SM may occur more than once.
using Placement = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The free resources on the SMs of a device. A block goes to the SM with the most room, which spreads blocks as the
/// hardware's round-robin does.
class Multiprocessors
{
public:
    explicit Multiprocessors(const DeviceInfo &device);

    /// Blocks of this shape that fit now.
    std::int64_t room(const BlockShape &shape) { return countRoom(m_empty.clamped(shape)); }
    /// Places up to `wanted` blocks and appends them to `placement`. Returns their number; 0 when none fits.
    std::int64_t place(const BlockShape &shape, std::int64_t wanted, Placement &placement);
    /// Frees the resources of a placement of this shape.
    void release(const BlockShape &shape, const Placement &placement) { change(shape, placement, -1); }
    /// Takes them again.
    void take(const BlockShape &shape, const Placement &placement) { change(shape, placement, 1); }

private:
    void change(const BlockShape &shape, const Placement &placement, std::int64_t sign);
    std::int64_t countRoom(const BlockShape &shape);
    void distribute(const BlockShape &shape, std::int64_t count, std::int64_t room, Placement &placement);
    std::int64_t levelFor(std::int64_t count, std::int64_t room) const;
    std::int64_t above(std::int64_t level) const;

    BlockRoom m_empty; ///< of one SM
    std::vector<BlockRoom> m_rooms;
    std::int64_t m_used = 0;          ///< blocks that are placed
    std::vector<std::int64_t> m_fits; ///< by SM, from the last countRoom(); a member to avoid allocations
};

/// Blocks in a placement.
std::int64_t blockCount(const Placement &placement);

} // namespace streamscope
