// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/work_mix.h"
#include "engine/device/device_info.h"
#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// Blocks go where there is room. Those of a kernel that begins beside one which leaves few SMs free are packed on
/// these, and stay there when the other is over: of 48 kernels of 64 blocks with 8 warps each those that began beside
/// one that fills an H200 took 186 us, the others 51. Such kernels of a trace are this much shorter once a change takes
/// them away from the other.
class PackedKernels
{
public:
    /// Finds them in the trace that `program` is the replay of, which ran as `timesOf` says.
    PackedKernels(const Program &program, const TimesOfRun &timesOf, const Timeline &trace, const DeviceInfo &device);

    /// Those that are in `after`, by operation: 1 where one still begins as near to the other, by `timesOf`; else how
    /// many times as long as the usual one it was.
    std::unordered_map<std::size_t, double> in(const Program &after, const TimesOfRun &timesOf) const;

private:
    struct Packed
    {
        std::int32_t span = -1, other = -1; ///< kernels of the trace
        float stretch = 1;
        std::int64_t gapNs = 0; ///< from the other's end to its start, as they were simulated
    };

    std::vector<Packed> m_packed;
};

} // namespace streamscope
