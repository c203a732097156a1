// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <memory>
#include <stop_token>
#include <string>

namespace streamscope {

/// One side of `compare`.
struct ComparedRun
{
    std::string title;
    std::shared_ptr<const Recording> recording;
};

/// What `name` means: a trace or the CSV of a finished run, or a preset, an experiment or a program file, which is run
/// on `device` (empty: its own).
/// @throws InputError that names what there is, or where a file is broken.
ComparedRun comparedRun(const std::string &name, const std::string &device, const std::stop_token &stop);

} // namespace streamscope
