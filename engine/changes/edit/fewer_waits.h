// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/patterns/collective_launches.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Behind the last collective of a burst a program of one rank's trace waits for each of them, and lets go what
/// belonged to it: work of the host between that launch and the one that waits. With fewer collectives there is less of
/// it. `stay` are the collectives of each burst after the change, `hostNs` the host's times by operation. Returns the
/// time that went, ns.
std::int64_t waitForFewer(const Program &program, const std::vector<CollectiveUnit> &units,
                          const CollectiveLaunches &launches, const std::vector<std::size_t> &stay,
                          std::vector<std::int64_t> &hostNs);

} // namespace streamscope
