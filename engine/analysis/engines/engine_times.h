// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace streamscope {

/// Nanoseconds in which an engine of a device executed, overlap counted once. Both copy directions are one engine on a
/// device with one copy engine. Page migrations count as no copy; host work counts for Engine::Host.
using EngineTimes = std::map<std::pair<int, Engine>, std::int64_t>;
EngineTimes engineTimes(const Recording &recording);

/// The busiest engine and its work: no schedule of this work is shorter.
struct Bound
{
    std::int64_t ns = 0;
    Engine engine = Engine::None;
};
/// The bound of a run, with the host's work; or the bound of one device.
Bound boundOf(const EngineTimes &times, std::optional<int> device = std::nullopt);

} // namespace streamscope
