// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the benchmarks of the timeline measure.
#pragma once

#include "engine/timeline/recording.h"

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

namespace streamscope::bench {

/// Copies and kernels on 64 streams in turn, some of them fifty times longer than the rest, as an imported trace has
/// them: issue and bytes are known, when they were ready is not.
/// @param seed of another run with other durations
inline std::shared_ptr<Recording> randomRun(std::size_t spans, std::uint64_t seed = 1)
{
    constexpr int streams = 64;
    auto recording = std::make_shared<Recording>();
    recording->device.asyncEngineCount = 2;
    Timeline &timeline = recording->timeline;
    timeline.reserve(spans);
    std::array<std::uint32_t, 50> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = timeline.intern("kernel_" + std::to_string(i));
    for (int i = 0; i < streams; ++i)
        timeline.addStream({std::to_string(i), 0, 0});
    constexpr std::array<OperationKind, 4> kinds{OperationKind::H2D, OperationKind::Kernel, OperationKind::Kernel,
                                                 OperationKind::D2H};
    std::mt19937_64 random(seed);
    std::array<std::int64_t, streams> now{};
    for (std::size_t i = 0; i < spans; ++i) {
        const std::size_t stream = i % streams;
        Span span;
        span.start = now[stream] + static_cast<std::int64_t>(random() % 2000);
        span.end = span.start + 500 + static_cast<std::int64_t>(random() % 4100) * (random() % 1024 == 0 ? 50 : 1);
        span.issue = span.start - static_cast<std::int64_t>(random() % 10'000);
        span.stream = static_cast<std::int32_t>(stream);
        span.kind = kinds[random() % kinds.size()];
        span.engine = engineOf(span.kind);
        span.bytes = span.kind == OperationKind::Kernel ? 0 : 1 << 20;
        span.name = names[random() % names.size()];
        span.clock = Clock::Imported;
        now[stream] = span.end;
        timeline.append(span);
    }
    return recording;
}

} // namespace streamscope::bench
