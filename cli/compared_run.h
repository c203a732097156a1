// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/compared_runs.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace streamscope {

/// What `name` means: a trace or the CSV of a finished run, or a preset, an experiment or a program file, which is run
/// on `device` (empty: its own), and where `blocks` says so with every block of its kernels.
/// `memoryLimit` is that of reading, see ImportOptions.
/// @throws InputError that names what there is, or where a file is broken.
NamedRun comparedRun(const std::string &name, const std::string &device, bool blocks, std::uint64_t memoryLimit,
                     const std::stop_token &stop);

} // namespace streamscope
