// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// Bytes that this process can still take before something is swapped or killed: what the system says is available,
/// what its control groups (cgroup v1 and v2) leave it, and what ulimit -v allows; the least of them. `root` stands
/// before /proc and /sys/fs/cgroup, for tests. The largest number where nothing says anything.
std::uint64_t availableMemory(const std::string &root = {});

/// Three quarters of it: what reading a file may take where nobody says more.
std::uint64_t defaultMemoryLimit();

} // namespace streamscope
