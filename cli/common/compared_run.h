// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/named_run.h"

#include <stop_token>
#include <string>

namespace streamscope {

/// Loads or runs `name`: a trace or the CSV of a finished run is loaded; a preset, an experiment or a program file is
/// run on `device` (empty: its own). `blocks`: records every block of its kernels. Of `reading` the memory limit and
/// whether to keep the events of the host count.
/// @throws InputError that lists the known names, or names the place of a fault in a file.
NamedRun comparedRun(const std::string &name, const std::string &device, bool blocks, const ImportOptions &reading,
                     const std::stop_token &stop);

} // namespace streamscope
