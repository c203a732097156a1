// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// How much of what each pageable copy to the device reads lies in the host's caches, 0 … 1 by operation, because the
/// run has copied it before. Empty: nothing does. A run begins with host memory outside of all caches.
///
/// Seen on four hosts of H200s (docs/measurements/bandwidth.md): up to 1 MiB is read from the caches of a core, 2 MiB
/// that hold the driver's copy of it as well, the second time. Up to 32 MiB come from the cache that the cores share,
/// which keeps what was asked for repeatedly: on two hosts from the third time on, on one after eight times, on one not
/// within 31.
std::vector<float> cachedSources(const Program &program);

/// By operation: how many bytes are read in a row by the pageable copies of up to 64 KiB to which this one belongs.
/// Each reads what follows the one before, and the host's thread issues nothing between them but copies to the host.
/// 0: it belongs to none. Empty: there are none.
std::vector<std::uint64_t> sourceRuns(const Program &program);

} // namespace streamscope
