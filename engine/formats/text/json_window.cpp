// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/json_window.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cstring>

namespace streamscope {

namespace {
constexpr std::uint64_t smallest = 4'096, usual = std::uint64_t{1} << 20; // bytes
}

JsonWindow::JsonWindow(ByteSource &source, MemoryBudget &memory)
    : m_source(source), m_memory(memory),
      m_buffer(static_cast<std::size_t>(std::clamp(source.total(), smallest, usual)) + JsonCursor::padding)
{
    m_memory.take(m_buffer.size());
}

void JsonWindow::more()
{
    const std::size_t capacity = m_buffer.size() - JsonCursor::padding;
    if (m_at == 0 && m_filled == capacity) {
        if (capacity >= largestValue)
            throw JsonError(offset(),
                            Phrase("engine", "a value longer than %1 MiB begins here").arg(largestValue >> 20));
        m_memory.take(2 * capacity); // the old one is not given back: while it is copied there are two
        m_buffer.resize(2 * capacity + JsonCursor::padding);
    }
    refill();
}

/// Makes room by moving what is not consumed to the front, and fills it. False at the end of the text.
bool JsonWindow::refill()
{
    std::memmove(m_buffer.data(), m_buffer.data() + m_at, m_filled - m_at);
    m_offset += m_at;
    m_filled -= m_at;
    m_at = 0;
    const std::size_t got = m_source.read(m_buffer.data() + m_filled, m_buffer.size() - JsonCursor::padding - m_filled);
    m_filled += got;
    m_ended = got == 0;
    return got > 0;
}

bool JsonWindow::atEnd()
{
    for (;;) {
        for (; m_at < m_filled; ++m_at)
            if (!std::strchr(" \t\r\n", m_buffer[m_at]) || m_buffer[m_at] == '\0')
                return false;
        if (!refill())
            return true;
    }
}

bool JsonWindow::findText(std::string_view text)
{
    for (;;) {
        const std::string_view rest(m_buffer.data() + m_at, m_filled - m_at);
        if (const std::size_t found = rest.find(text); found != std::string_view::npos) {
            m_at += found + text.size();
            return true;
        }
        m_at += rest.size() - std::min(rest.size(), text.size() - 1);
        if (!refill())
            return false;
    }
}

void JsonWindow::skipValue()
{
    const char first = unit([](JsonCursor &cursor) { return cursor.peek(); });
    if (first != '{' && first != '[' && first != '"') {
        unit([](JsonCursor &cursor) { cursor.scalar(); });
        return;
    }
    std::uint64_t depth = 0;
    bool inString = false, escaped = false;
    for (;; ++m_at) {
        if (m_at >= m_filled && !refill())
            throw JsonError(offset(), QT_TRANSLATE_NOOP("engine", "the text ends too early"));
        const char c = m_buffer[m_at];
        if (escaped)
            escaped = false;
        else if (inString)
            inString = c == '\\' ? (escaped = true) : c != '"';
        else if (c == '"')
            inString = true;
        else if (c == '{' || c == '[')
            ++depth;
        else if (c == '}' || c == ']')
            --depth;
        if (depth == 0 && !inString) {
            ++m_at;
            return;
        }
    }
}

} // namespace streamscope
