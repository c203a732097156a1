// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/work_mix.h"
#include "engine/device/device_profile.h"
#include "engine/program/program.h"
#include "engine/run/what_if/kernels/packed_kernels.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// A traced kernel's stand-in takes its time whatever runs beside it. Real kernels share the SMs that they have room on
/// (smThroughput()). A change that brings kernels together makes them longer so, and one that parts them shorter.
class KernelCrowding
{
public:
    /// The Program before a change, as it was simulated on `profile`. Only of replays. `trace` is null behind
    /// another change.
    KernelCrowding(const Program &before, const TimesOfRun &timesOf, const DeviceProfile &profile,
                   const Timeline *trace);

    /// Makes kernels of `after` as long as they take with what ran beside them by `timesOf`; call it again with what
    /// the result takes. Returns how many kernels differ now from what they were.
    std::size_t apply(Program &after, const TimesOfRun &timesOf, const DeviceProfile &profile);

    /// Kernels after the change that are longer, or shorter, by what apply() did.
    std::size_t longer() const;
    std::size_t shorter() const;

private:
    std::vector<float> m_before; ///< by span: how much longer the kernel took than on empty SMs; 0: no kernel
    std::optional<PackedKernels> m_packed;
    std::vector<float> m_applied; ///< by kernel after the change: what its time was multiplied by
};

} // namespace streamscope
