// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// What the collectives of a trace take, by the kernels of one rank. A kernel's time is a fixed part, a part that grows
/// with its bytes, and a wait for ranks that come later. Larger ones than the trace has grow by what the link takes:
/// the latencies that bound small ones are hidden behind their data. Times in nanoseconds.
class CollectiveTimes
{
public:
    /// `profile` bounds the part that grows: data cannot take longer than the link needs for them; null: no bound.
    CollectiveTimes(const Program &program, const DeviceProfile *profile);

    double fixedNs() const { return m_fixedNs; }
    double withoutWaitNs(std::uint64_t bytes) const;
    /// How long the kernel waited for other ranks.
    double waitNs(const Operation &kernel) const;

private:
    double m_fixedNs = 0, m_perByteNs = 0;
    std::uint64_t m_largest = 0; ///< bytes, of the trace
    double m_linkNs = 0;         ///< for each byte beyond
};

} // namespace streamscope
