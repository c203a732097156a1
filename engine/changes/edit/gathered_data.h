// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/patterns/stream_groups.h"
#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// What it takes to gather the data of joined copies to the device first. The bytes go at the rate at which the host
/// stages copies, and each piece has its work around that: under a framework 0.85 of what the copy's operator took
/// (torch.cat, pin_memory and a view of each piece behind the copy took 0.59, 0.79 and 0.89 of it on three machines).
class DataGathering
{
public:
    /// `program` must outlive this. Without a profile the host stages 10 GB/s.
    DataGathering(const Program &program, const DeviceProfile *profile);

    /// For one joined copy, without writingNs(); 0 where the group has none to the device.
    std::int64_t hostNs(const StreamGroup &group) const;
    /// What the host did between the calls of copies to the device to write the next piece: at most what its bytes
    /// take, and what an empty gap is shorter. It does that for a joined copy, too. 0 under a framework,
    /// whose operators fill that time.
    std::int64_t writingNs(const StreamGroup &group) const;

private:
    double rateOf(double bytes) const;
    double bytesToDevice(const StreamGroup &group) const;
    const Operation &at(std::int32_t index) const { return m_program.operations[static_cast<std::size_t>(index)]; }

    const Program &m_program;
    const DeviceProfile *m_profile;
    const bool m_hasOperators, m_isOfFramework;
    const std::int64_t m_emptyGapNs;
};

/// The host writes or gathers data for `ns`, as an operation of `thread`.
Operation gatheringWork(std::int64_t ns, std::int32_t thread);

} // namespace streamscope
