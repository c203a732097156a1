// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/text/json_cursor.h"

#include <vector>

namespace streamscope {

/// A buffer that moves over JSON of any length. It holds one whole value at a time, which is parsed in place, so memory
/// depends on the largest value and not on the file.
class JsonWindow
{
public:
    static constexpr std::size_t largestValue = std::size_t{64} << 20; ///< bytes

    /// The buffer begins with the size of the source, at most a megabyte.
    JsonWindow(ByteSource &source, MemoryBudget &memory);

    /// Runs parse(JsonCursor &) at the current position and moves behind the consumed bytes. When the buffer has to
    /// grow, parse runs again from the same position, so it must have no side effects before it returns.
    /// @throws JsonError, also for a value larger than `largestValue`; RunError beyond the memory limit.
    template <typename Parse>
    auto unit(Parse parse)
    {
        for (;;) {
            JsonCursor cursor(m_buffer.data() + m_at, m_buffer.data() + m_filled, offset(), m_ended);
            try {
                if constexpr (std::is_void_v<decltype(parse(cursor))>) {
                    parse(cursor);
                    moveTo(cursor);
                    return;
                } else {
                    auto result = parse(cursor);
                    moveTo(cursor);
                    return result;
                }
            } catch (const JsonNeedsMore &) {
                more();
            }
        }
    }

    /// Skips one value of any length and looks only for its end.
    void skipValue();
    /// Moves behind the next occurrence of `text`; false when there is none.
    bool findText(std::string_view text);
    /// True when only spaces are left.
    bool atEnd();

    std::uint64_t offset() const { return m_offset + m_at; } ///< bytes from the start of the text
    std::uint64_t oddNumbers() const { return m_oddNumbers; }
    const ByteSource &source() const { return m_source; }

private:
    void moveTo(const JsonCursor &cursor)
    {
        m_at = static_cast<std::size_t>(cursor.position() - m_buffer.data());
        m_oddNumbers += static_cast<std::uint64_t>(cursor.oddNumbers());
    }
    void more();
    bool refill();

    ByteSource &m_source;
    MemoryBudget &m_memory;
    std::vector<char> m_buffer; ///< its last JsonCursor::padding bytes are never filled
    std::size_t m_at = 0, m_filled = 0;
    std::uint64_t m_offset = 0; ///< of the buffer's first byte
    std::uint64_t m_oddNumbers = 0;
    bool m_ended = false;
};

} // namespace streamscope
