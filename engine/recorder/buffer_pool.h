// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace streamscope::recorder {

/// A buffer that a source has filled.
struct FullBuffer
{
    std::uint8_t *data = nullptr;
    std::size_t bytes = 0; ///< used
};

/// The buffers between the threads of the program, which fill them, and the recorder's own, which empties them. There
/// are never more than `most`: a source that gets none loses its records, and says how many. Safe for all threads.
class BufferPool
{
public:
    static constexpr std::size_t bufferBytes = 256 << 10; ///< small: each thread of the program fills its own

    /// `wake` is an eventfd that is told of each full buffer; −1 for none.
    BufferPool(std::size_t most, int wake) : m_most(most), m_wake(wake) {}
    ~BufferPool();
    BufferPool(const BufferPool &) = delete;
    BufferPool &operator=(const BufferPool &) = delete;

    /// A buffer of bufferBytes zeros; null when all are in use.
    std::uint8_t *take();
    /// Hands a filled buffer to the recorder.
    void fill(FullBuffer buffer);
    /// The oldest full buffer.
    std::optional<FullBuffer> nextFull();
    /// Gives an emptied buffer back; its first `bytes` are not zero.
    void recycle(std::uint8_t *data, std::size_t bytes);

private:
    std::mutex m_mutex;
    std::vector<std::uint8_t *> m_free;
    std::deque<FullBuffer> m_full;
    std::size_t m_made = 0;
    const std::size_t m_most;
    const int m_wake;
};

} // namespace streamscope::recorder
