// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Launches of a framework find warmer caches where they come sooner behind the last one of their kind than in
/// `program`, because calls between them go. `after` are the host's times after the change, 0 for what goes: the work
/// for such launches becomes shorter there. Returns the time that went, ns.
std::int64_t warmLaunches(const Program &program, std::vector<std::int64_t> &after);

} // namespace streamscope
