// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/shared_memory_split.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// Blocks of one kernel that run together: pairs of SM and number of blocks. An SM may occur more than once.
using Placement = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The free resources on the SMs of a device. A block goes to the SM with the most room, which spreads blocks as the
/// hardware's round-robin does. Kernels that divide an SM's memory differently do not share it (SharedMemorySplit).
class Multiprocessors
{
public:
    explicit Multiprocessors(const DeviceInfo &device);

    /// Blocks of this shape that fit now.
    std::int64_t room(const BlockShape &shape);
    /// Places up to `wanted` blocks and appends them to `placement`. Returns their number; 0 when none fits. `follow`:
    /// they take places that others have just left, in no order, which may leave whole SMs empty.
    std::int64_t place(const BlockShape &shape, std::int64_t wanted, Placement &placement, bool follow = false);
    /// Frees the resources of a placement of this shape.
    void release(const BlockShape &shape, const Placement &placement);
    /// Takes them again.
    void take(const BlockShape &shape, const Placement &placement) { change(shape, placement, 1); }

private:
    struct Multiprocessor
    {
        BlockRoom room;
        std::int64_t split; ///< its shared memory, bytes; while it is empty, that of its last blocks; −1: none

        bool operator==(const Multiprocessor &) const = default;
    };
    bool isEmpty(const Multiprocessor &one) const { return one.room.slots == m_empty.slots; }
    std::int64_t fitting(const Multiprocessor &one, const BlockShape &shape) const;
    void take(Multiprocessor &one, const BlockRoom &taken, bool follow) const;
    void useSplitOf(const BlockShape &shape);
    void change(const BlockShape &shape, const Placement &placement, std::int64_t sign);
    std::int64_t placeOnEmpty(const BlockShape &shape, std::int64_t wanted, Placement &placement);
    std::int64_t countRoom(const BlockShape &shape);
    void distribute(const BlockShape &shape, std::int64_t count, std::int64_t room, bool follow, Placement &placement);
    void draw(std::int64_t count, std::int64_t room);
    std::int64_t levelFor(std::int64_t count, std::int64_t room) const;
    std::int64_t above(std::int64_t level) const;

    DeviceInfo m_device;
    BlockRoom m_empty; ///< of one SM
    std::vector<Multiprocessor> m_rooms;
    BlockShape m_splitShape; ///< what m_split is for: kernels mostly come with the same shape as the one before
    SharedMemorySplit m_split;
    std::int64_t m_used = 0;          ///< blocks that are placed
    std::vector<std::int64_t> m_fits; ///< by SM, from the last countRoom(); a member to avoid allocations
};

/// Blocks in a placement.
std::int64_t blockCount(const Placement &placement);

} // namespace streamscope
