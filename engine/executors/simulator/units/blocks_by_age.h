// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/units/multiprocessors.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// How fast a block runs, 1 being as if it were alone, on an SM whose older blocks leave the share `left` of its
/// multipliers and which at full rate uses `load` of them, both 0 … 1. An SM issues from its oldest warps first, but a
/// block that just finds room enough waits for a free slot now and then: of two blocks that use 0.525 each the older
/// takes 1.08 and the younger 1.23 times as long as alone (H200, 152 pairs of grids, docs/measurements/
/// concurrent-kernels.md).
double rateByAge(double left, double load);

/// When the last of `blocks` ends that begin together on one SM, in times of one that is alone. `load` as above. Within
/// 3 % of what an H200 needs for 1 to 16 blocks that use 0.525 each; three take 1.92 times as long as one, since the
/// third finds its time when the first is done.
double lastEndByAge(std::int64_t blocks, double load);

/// The blocks on each SM of kernels that want its multipliers, which go to the oldest first. SMs that hold the same are
/// reckoned once.
class BlocksByAge
{
public:
    explicit BlocksByAge(std::size_t multiprocessors) : m_stackOf(multiprocessors, none), m_added(multiprocessors) {}

    /// What a block does.
    struct Work
    {
        double ns = 0;      ///< that it takes alone
        double load = 0;    ///< of its SM's multipliers that it uses meanwhile, 0 … 1
        bool waits = false; ///< it mostly waits for memory, and each of its instructions for older blocks
    };
    /// Blocks begin at `now`, nanoseconds, not before an earlier one.
    void add(std::int32_t batch, const Placement &placement, const Work &work, double now);
    /// Its blocks are gone from `now` on, ended or not.
    void remove(std::int32_t batch, double now);
    void clear();
    /// When the last block of each batch ends, nanoseconds, if no other comes: written to `ends[batch]`, for the
    /// batches that have blocks here.
    void findEnds(double now, std::vector<double> &ends);
    /// When the next block ends, nanoseconds, if none comes; `now` where there is none.
    double nextEnd(double now);
    /// True when blocks of `batch` have ended since the last call; `running` is then what is left of it at `now`.
    bool thinned(std::int32_t batch, double now, Placement &running);

private:
    struct Block
    {
        std::int32_t batch;
        Work work; ///< that is left
    };
    struct Stack
    {
        std::vector<Block> blocks; ///< the oldest first
        std::int64_t multiprocessors = 0;
    };
    static constexpr std::int32_t none = -1;

    template <typename Ended>
    static double step(std::vector<Block> &blocks, double most, const Ended &ended);
    void advance(double now);
    static double rateOf(const Block &block, double left);
    std::int32_t grown(std::int32_t stack, std::int32_t batch, std::int64_t blocks, const Work &work);

    std::vector<std::int32_t> m_stackOf; ///< by SM; none: it is empty
    std::vector<std::uint32_t> m_added;  ///< by SM; a member to avoid allocations
    std::vector<Stack> m_stacks;
    std::vector<char> m_thinned; ///< by batch: blocks have ended that thinned() has not told
    double m_now = 0;
    std::vector<Block> m_ahead; ///< a member to avoid allocations
};

} // namespace streamscope
