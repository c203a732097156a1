// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// How the GPUs of a rank spent a time, in nanoseconds. The parts add up to its length: what runs at once counts for
/// the first of them.
struct RankTimes
{
    std::int64_t computeNs = 0;              ///< kernels that do not communicate, and memsets
    std::int64_t exposedCommunicationNs = 0; ///< collectives, sends and receives beside no such kernel
    std::int64_t exposedCopyNs = 0;          ///< copies beside neither
    std::int64_t idleNs = 0;                 ///< nothing ran

    std::int64_t lengthNs() const { return computeNs + exposedCommunicationNs + exposedCopyNs + idleNs; }
    RankTimes &operator+=(const RankTimes &other);
    bool operator==(const RankTimes &) const = default;
};

/// The times in which the GPUs of a Timeline computed, communicated and copied; of several GPUs, in which any did.
class RankUse
{
public:
    /// `names`: from communicationNames().
    RankUse(const Timeline &timeline, const std::vector<bool> &names);

    /// Of [begin, end), in the Timeline's times. Costs log(operations).
    RankTimes timesIn(std::int64_t begin, std::int64_t end) const;

private:
    /// Sorted, disjoint intervals with the length of all before each.
    struct Union
    {
        std::vector<std::int64_t> begins, ends, before;

        /// Of the part before `time`.
        std::int64_t lengthUpTo(std::int64_t time) const;
    };
    static Union unionOf(const class IntervalSet &intervals);

    Union m_compute;  ///< computes
    Union m_work;     ///< computes or communicates
    Union m_anything; ///< or copies
};

} // namespace streamscope
