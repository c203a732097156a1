// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Which operations can be one, and that one. In a replay the buffers only stand in, and any two copies of one
/// direction and kind of memory can be; elsewhere the data of both must lie side by side.
class JoinRules
{
public:
    /// Both must outlive this. `profile` tells how many blocks run at once, and what copies take; null: as many blocks
    /// as on an H200, and copies by the mean of those that are joined.
    JoinRules(const Program &program, const DeviceProfile *profile);

    /// `next` goes with `group`, all of one stream; `group` is not empty.
    bool joins(const std::vector<std::int32_t> &group, std::int32_t next) const;
    /// The operations as one. A stand-in buffer of `buffers` grows where the joined copy needs more.
    Operation joined(const std::vector<std::int32_t> &operations, std::vector<Buffer> &buffers) const;
    /// The part of each kernel of a replay that a fused one has once: the time of a kernel that does next to nothing.
    /// Products of matrices have more of it.
    std::int64_t startNs() const { return m_startNs; }

private:
    bool copiesJoin(const Operation &last, const Operation &next) const;
    bool kernelsJoin(const std::vector<std::int32_t> &group, const Operation &next) const;
    Operation joinedCopy(const std::vector<std::int32_t> &operations, std::vector<Buffer> &buffers) const;
    void stageTogether(const std::vector<std::int32_t> &operations, Operation &one) const;
    double joinedFactor(const std::vector<std::int32_t> &operations, std::uint64_t bytes, double mean) const;
    double sideBySideNs(const std::vector<std::int32_t> &operations) const;
    Operation joinedKernel(const std::vector<std::int32_t> &operations) const;
    /// Blocks of this shape that the device holds.
    std::int64_t atOnce(const KernelWork &work) const;
    std::int64_t waves(const KernelWork &work) const;
    std::int64_t startOf(const Operation &kernel) const;
    double ownNs(const Operation &kernel) const;
    std::int64_t joinedBlockNs(const std::vector<std::int32_t> &operations, const KernelWork &fused) const;
    const Operation &at(std::int32_t index) const { return m_program.operations[static_cast<std::size_t>(index)]; }

    const Program &m_program;
    const bool m_replay;
    const DeviceProfile *const m_profile; ///< may be null
    DeviceInfo m_device;
    std::int64_t m_startNs = 0;
};

} // namespace streamscope
