// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/what_if/what_if.h"

namespace streamscope {

/// A Program that came of a trace, as a GPU can run it: our kernels take no registers, so more of their blocks fit on
/// the device at once than of the traced kernels, and each runs the longer for it. `profile`: of the replay.
Program standIns(const Program &program, const DeviceProfile &profile);

/// Runs such a Program with stand-ins for its kernels on a device, a GPU or a simulated one. Synchronous. The run is
/// called "`title`, as stand-ins".
/// @throws InputError in one line where the device cannot run it; RunError, Cancelled as Executor::run() does.
RunResult runStandIns(const Program &program, const DeviceProfile &profile, const std::string &title,
                      const std::string &device, const RunControl &control);

/// "152.3 ms as stand-ins on sim:k20c, −1.4 % against 154.5 ms".
QString standInText(const RunResult &run, std::int64_t beforeNs);

} // namespace streamscope
