// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace streamscope {

/// A part of a buffer. `buffer` indexes Program::buffers; `offset` and `bytes` lie inside that buffer.
struct BufferRange
{
    std::int32_t buffer = -1;
    std::uint64_t offset = 0; ///< bytes
    std::uint64_t bytes = 0;

    bool operator==(const BufferRange &) const = default;
};

/// A list of ranges, used like a vector. An empty one takes eight bytes: in a long Program most operations have none.
class BufferRanges
{
public:
    BufferRanges() = default;
    BufferRanges(std::initializer_list<BufferRange> ranges) : BufferRanges(std::vector<BufferRange>(ranges)) {}
    BufferRanges(std::vector<BufferRange> ranges)
        : m_ranges(ranges.empty() ? nullptr : std::make_unique<std::vector<BufferRange>>(std::move(ranges)))
    {}
    BufferRanges(const BufferRanges &other)
        : m_ranges(other.empty() ? nullptr : std::make_unique<std::vector<BufferRange>>(*other.m_ranges))
    {}
    BufferRanges(BufferRanges &&) noexcept = default;
    BufferRanges &operator=(BufferRanges other) noexcept
    {
        m_ranges = std::move(other.m_ranges);
        return *this;
    }
    ~BufferRanges() = default;

    bool empty() const { return size() == 0; }
    std::size_t size() const { return m_ranges ? m_ranges->size() : 0; }
    const BufferRange *begin() const { return m_ranges ? m_ranges->data() : nullptr; }
    const BufferRange *end() const { return begin() + size(); }
    BufferRange *begin() { return m_ranges ? m_ranges->data() : nullptr; }
    BufferRange *end() { return begin() + size(); }
    const BufferRange &operator[](std::size_t index) const { return (*m_ranges)[index]; }
    BufferRange &operator[](std::size_t index) { return (*m_ranges)[index]; }
    const BufferRange &front() const { return m_ranges->front(); }
    BufferRange &front() { return m_ranges->front(); }
    const BufferRange &back() const { return m_ranges->back(); }
    BufferRange &back() { return m_ranges->back(); }

    void push_back(const BufferRange &range)
    {
        if (!m_ranges)
            m_ranges = std::make_unique<std::vector<BufferRange>>();
        m_ranges->push_back(range);
    }
    void clear() { m_ranges.reset(); }

    friend bool operator==(const BufferRanges &a, const BufferRanges &b)
    {
        return a.size() == b.size() && (a.empty() || *a.m_ranges == *b.m_ranges);
    }

private:
    std::unique_ptr<std::vector<BufferRange>> m_ranges; ///< null: empty
};

} // namespace streamscope
