// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/parameter.h"
#include "engine/program/run_source.h"

#include <string>
#include <vector>

namespace streamscope {

/// Whether a device can run values, known without running them.
struct DeviceFit
{
    std::string problem;            ///< for people, one line; empty: it can
    std::vector<std::string> notes; ///< what it would do other than asked
};

/// Block size, shared memory, registers, device memory (its total: what others take is known at a run) and priorities.
/// Values that do not fit together are a problem, too. How many devices there are is not checked.
DeviceFit fitOf(const RunSource &source, const Parameters &values, const DeviceInfo &device);

} // namespace streamscope
