// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/recording_writer.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace streamscope::recorder {

/// A range or mark as the program made it.
struct MarkedRange
{
    std::int64_t start = 0, end = 0;
    std::uint32_t thread = 0;
    std::string name, domain;
    std::uint32_t colour = 0;
    std::uint8_t kind = 1; ///< recording::RangeRow::kind
};

/// The number that the operating system gives the calling thread.
std::uint32_t threadNumber();

/// The ranges that are complete but not written yet. Safe for all threads.
class RangeList
{
public:
    static constexpr std::size_t most = 200'000; ///< waiting to be written; more are counted and lost

    void add(MarkedRange range);
    /// A name that the program gave a thread.
    void nameThread(std::uint32_t thread, std::string name);
    /// Moves everything to the file; returns how many were lost since the last time.
    std::uint64_t write(RecordingWriter &writer);

private:
    struct ThreadName
    {
        std::uint32_t thread;
        std::string name;
    };

    std::mutex m_mutex;
    std::vector<MarkedRange> m_ranges;
    std::vector<ThreadName> m_names;
    std::uint64_t m_lost = 0;
};

} // namespace streamscope::recorder
