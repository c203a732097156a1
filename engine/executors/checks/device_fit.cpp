// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/device_fit.h"

#include "engine/executors/checks/program_checks.h"
#include "engine/program/errors.h"

namespace streamscope {

DeviceFit fitOf(const RunSource &source, const Parameters &values, const DeviceInfo &device)
{
    DeviceFit fit;
    try {
        const Program program = source->build(values);
        requireRunnable(program, device, program.deviceCount());
        requireDeviceMemory(program, device);
        fit.notes = clampedPriorities(program, device);
    } catch (const InputError &error) {
        fit.problem = error.what();
    } catch (const RunError &error) {
        fit.problem = error.what();
    }
    return fit;
}

} // namespace streamscope
