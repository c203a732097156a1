// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"
#include "tests/support/spans.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

// Synthetic runs with blocks.

namespace streamscope::test {

struct BlockRun
{
    int multiprocessors = 132;
    int blocksEach = 1000;
    int kernels = 4;
    int resident = 1;              ///< blocks that are on an SM at once
    std::int64_t longestNs = 4000; ///< of a block
    std::int64_t longestGapNs = 500;
    bool taken = false; ///< kernels take turns block by block instead of one after the other
};

/// Blocks of random lengths and gaps on `resident` places of each SM.
inline BlockRecords randomBlocks(const BlockRun &run, unsigned seed = 1)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::int64_t> length(1, run.longestNs), gap(0, run.longestGapNs);
    BlockRecords records;
    records.reserve(static_cast<std::size_t>(run.multiprocessors) * static_cast<std::size_t>(run.blocksEach));
    for (int sm = 0; sm < run.multiprocessors; ++sm) {
        std::vector<std::int64_t> free(static_cast<std::size_t>(run.resident), 0);
        for (int i = 0; i < run.blocksEach; ++i) {
            std::int64_t &place = free[static_cast<std::size_t>(i % run.resident)];
            BlockRecord record;
            record.span =
                static_cast<std::uint32_t>(run.taken ? static_cast<int>(random() % static_cast<unsigned>(run.kernels))
                                                     : static_cast<std::int64_t>(i) * run.kernels / run.blocksEach);
            record.block = static_cast<std::uint32_t>(i * run.multiprocessors + sm);
            record.multiprocessor = static_cast<std::uint16_t>(sm);
            record.start = place + gap(random);
            record.end = record.start + length(random);
            place = record.end;
            records.append(record);
        }
    }
    return records;
}

/// A recording whose kernels, each on a stream of its own, left `records`.
inline std::shared_ptr<const Recording> recordingOf(BlockRecords records, int kernels)
{
    auto recording = std::make_shared<Recording>();
    recording->device.id = "sim:test";
    recording->device.name = "Test device";
    Timeline &timeline = recording->timeline;
    std::vector<Span> spans(static_cast<std::size_t>(kernels));
    for (Span &span : spans) {
        span.start = INT64_MAX;
        span.end = INT64_MIN;
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        Span &span = spans[records.spans()[i]];
        span.start = std::min(span.start, records.starts()[i]);
        span.end = std::max(span.end, records.ends()[i]);
    }
    for (int i = 0; i < kernels; ++i) {
        timeline.addStream({std::to_string(i), 0, 0});
        Span &span = spans[static_cast<std::size_t>(i)];
        if (span.end < span.start)
            span.start = span.end = 0;
        span = kernelSpan(span.start, span.end, i);
        span.name = timeline.intern("kernel " + std::to_string(i));
        timeline.append(span);
    }
    timeline.setBlocks(std::move(records), Clock::Model);
    return recording;
}

} // namespace streamscope::test
