// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Data that the host has just written lies in the caches of its cores, and a copy from pinned memory gets it from
/// there at 19 to 24 GB/s (384 KiB to 4 MiB, four programs on three H200s). Copies of as many bytes that lie in memory
/// ran at 40 to 54 GB/s there.
///
/// What the time of such a copy is multiplied by; 1 where nothing lies in caches. `cached`: the caches hold so many
/// bytes.
double freshDataFactor(std::uint64_t bytes, std::uint64_t cached);

/// What the caches of one core hold, and those of all that compute a framework's operators: 2 MiB each, 16 cores.
inline constexpr std::uint64_t cachedByOneCore = 2 << 20, cachedByOperators = 32 << 20;

/// What a change says of so many of its copies.
std::string freshDataNote(std::size_t copies);

/// By operation of a replay: true for copies to the device before which a framework's operators on the host ran for as
/// long as writing their bytes takes at least.
std::vector<bool> freshCopies(const Program &program);

} // namespace streamscope
