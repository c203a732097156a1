// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/recording_writer.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace streamscope::recorder {

/// Rows that threads of the program make, until the recorder's thread writes them. Safe for all threads.
template <typename Row>
class PendingRows
{
public:
    static constexpr std::size_t most = 200'000; ///< more are counted and lost

    void add(const Row &row)
    {
        const std::lock_guard lock(m_mutex);
        if (m_rows.size() < most)
            m_rows.push_back(row);
        else
            ++m_lost;
    }
    void write(RecordingWriter &writer)
    {
        std::vector<Row> rows;
        {
            const std::lock_guard lock(m_mutex);
            rows.swap(m_rows);
        }
        for (const Row &row : rows)
            writer.add(row);
    }
    /// Since the last time of asking.
    std::uint64_t lost()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_lost, 0);
    }

private:
    std::mutex m_mutex;
    std::vector<Row> m_rows;
    std::uint64_t m_lost = 0;
};

} // namespace streamscope::recorder
