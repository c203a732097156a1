// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/shared/shared_value.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
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

/// A list of ranges, used like a vector, in one pointer. Copies share it until one of them is written to: in a long
/// Program most operations have none, or the same.
class BufferRanges
{
public:
    BufferRanges() = default;
    BufferRanges(std::initializer_list<BufferRange> ranges) : BufferRanges(std::vector<BufferRange>(ranges)) {}
    BufferRanges(std::vector<BufferRange> ranges) : m_ranges(ranges.empty() ? Value() : Value(std::move(ranges))) {}

    bool empty() const { return size() == 0; }
    std::size_t size() const { return m_ranges ? m_ranges->size() : 0; }
    const BufferRange *begin() const { return m_ranges ? m_ranges->data() : nullptr; }
    const BufferRange *end() const { return begin() + size(); }
    BufferRange *begin() { return m_ranges ? m_ranges.own().data() : nullptr; }
    BufferRange *end() { return begin() + size(); }
    const BufferRange &operator[](std::size_t index) const { return (*m_ranges)[index]; }
    BufferRange &operator[](std::size_t index) { return m_ranges.own()[index]; }
    const BufferRange &front() const { return m_ranges->front(); }
    BufferRange &front() { return m_ranges.own().front(); }
    const BufferRange &back() const { return m_ranges->back(); }
    BufferRange &back() { return m_ranges.own().back(); }

    void push_back(const BufferRange &range) { m_ranges.own().push_back(range); }
    void clear() { m_ranges = Value(); }

    friend bool operator==(const BufferRanges &a, const BufferRanges &b)
    {
        return a.m_ranges.isSameAs(b.m_ranges) || (a.size() == b.size() && (a.empty() || *a.m_ranges == *b.m_ranges));
    }

private:
    using Value = SharedValue<std::vector<BufferRange>>;
    Value m_ranges; ///< null: empty
};

} // namespace streamscope
