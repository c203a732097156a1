// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace streamscope {

/// What is known about each byte of one buffer. Bytes with one history share a `Use`; a range that begins or ends
/// within such a part cuts the part in two.
template <typename Use>
class ByteMap
{
public:
    /// Calls `take` with the Use of each part of `range`. Bytes without a Use get a new one.
    template <typename Take>
    void forEach(const BufferRange &range, Take take)
    {
        if (range.bytes == 0)
            return;
        const std::uint64_t end = range.offset + range.bytes;
        if (isBehindAll(range.offset)) {
            take(append(range.offset, end, Use{}));
            return;
        }
        if (Part *whole = exactPart(range.offset, end)) {
            take(whole->use);
            return;
        }
        cut(range.offset);
        cut(end);
        std::uint64_t position = range.offset;
        for (auto it = m_parts.lower_bound(range.offset); position < end; ++it) {
            if (it == m_parts.end() || it->first > position) // this part is unused
                it = m_parts.emplace_hint(it, position,
                                          Part{it == m_parts.end() ? end : std::min(end, it->first), Use{}});
            take(it->second.use);
            position = it->second.end;
        }
    }

    /// Calls `take` with each Use in `range`, then gives the whole range `use`.
    template <typename Take>
    void replace(const BufferRange &range, Use use, Take take)
    {
        if (range.bytes == 0)
            return;
        const std::uint64_t end = range.offset + range.bytes;
        if (isBehindAll(range.offset)) {
            append(range.offset, end, std::move(use));
            return;
        }
        if (Part *whole = exactPart(range.offset, end)) {
            take(whole->use);
            whole->use = std::move(use);
            return;
        }
        cut(range.offset);
        cut(end);
        const auto first = m_parts.lower_bound(range.offset), last = m_parts.lower_bound(end);
        for (auto it = first; it != last; ++it)
            take(it->second.use);
        m_parts.emplace_hint(m_parts.erase(first, last), range.offset, Part{end, std::move(use)});
    }

private:
    struct Part
    {
        std::uint64_t end = 0;
        Use use;
    };

    bool isBehindAll(std::uint64_t position) const
    {
        return m_parts.empty() || std::prev(m_parts.end())->second.end <= position;
    }

    Use &append(std::uint64_t begin, std::uint64_t end, Use use)
    {
        return m_parts.emplace_hint(m_parts.end(), begin, Part{end, std::move(use)})->second.use;
    }

    /// The part with these ends, which most operations name again: one search instead of three. Null where parts must
    /// be cut or joined.
    Part *exactPart(std::uint64_t begin, std::uint64_t end)
    {
        const auto found = m_parts.find(begin);
        return found != m_parts.end() && found->second.end == end ? &found->second : nullptr;
    }

    /// Cuts the part that contains `position`, so that a part begins there.
    void cut(std::uint64_t position)
    {
        const auto after = m_parts.upper_bound(position);
        if (after == m_parts.begin())
            return;
        const auto found = std::prev(after);
        if (found->first == position || found->second.end <= position)
            return;
        Part rest = found->second;
        found->second.end = position;
        m_parts.emplace_hint(after, position, std::move(rest));
    }

    std::map<std::uint64_t, Part> m_parts; ///< by their first byte
};

} // namespace streamscope
