// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// Bytes that this process can still allocate before the system swaps or kills: the minimum of the system's available
/// memory, the rest of its control groups (cgroup v1 and v2) and the rest of ulimit -v. The largest number when none of
/// them is known. `root` is a prefix for /proc and /sys/fs/cgroup, for tests.
std::uint64_t availableMemory(const std::string &root = {});

/// Three quarters of availableMemory(): the default limit for reading a file.
std::uint64_t defaultMemoryLimit();

} // namespace streamscope
