// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/buffer_pool.h"

#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace streamscope::recorder {

BufferPool::~BufferPool()
{
    for (std::uint8_t *buffer : m_free)
        std::free(buffer);
    for (const FullBuffer &buffer : m_full)
        std::free(buffer.data);
}

std::uint8_t *BufferPool::take()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            std::uint8_t *buffer = m_free.back();
            m_free.pop_back();
            return buffer;
        }
        if (m_made == m_most)
            return nullptr;
        ++m_made;
    }
    // So large a piece comes as fresh pages, which cost the program's thread nothing until it uses them. And a profiler
    // in the program that puts itself in our place would free() it.
    return static_cast<std::uint8_t *>(std::calloc(1, bufferBytes));
}

void BufferPool::fill(FullBuffer buffer)
{
    {
        const std::lock_guard lock(m_mutex);
        m_full.push_back(buffer);
    }
    const std::uint64_t one = 1;
    if (m_wake >= 0 && write(m_wake, &one, sizeof one) < 0) {
        // The counter is full: the recorder is awake anyway.
    }
}

std::optional<FullBuffer> BufferPool::nextFull()
{
    const std::lock_guard lock(m_mutex);
    if (m_full.empty())
        return std::nullopt;
    const FullBuffer buffer = m_full.front();
    m_full.pop_front();
    return buffer;
}

void BufferPool::recycle(std::uint8_t *data, std::size_t bytes)
{
    std::memset(data, 0, bytes);
    const std::lock_guard lock(m_mutex);
    m_free.push_back(data);
}

} // namespace streamscope::recorder
