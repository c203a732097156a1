// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recorded/recorded_texts.h"

#include "engine/formats/text/json_cursor.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::size_t longestKept = 4'096; // bytes of a text, as of other formats' names

} // namespace

void RecordedTexts::read(const RecordedChunk &chunk, const ChunkSource &source)
{
    std::vector<std::uint32_t> lengths(chunk.rows);
    constexpr recording::Columns column{{{0, 0, sizeof(std::uint32_t), false, false}}, 1};
    std::string_view bytes = decodeColumns(
        chunk, column, {reinterpret_cast<unsigned char *>(lengths.data()), sizeof(std::uint32_t), chunk.rows}, source);
    for (const std::uint32_t length : lengths) {
        if (length > recording::maxTextBytes || length > bytes.size())
            source.fail(QT_TRANSLATE_NOOP("engine", "a text is longer than the chunk"));
        std::string text = decodeText(bytes.substr(0, std::min<std::size_t>(length, longestKept)));
        m_memory.take(2 * sizeof text + text.capacity());
        m_texts.push_back(std::move(text));
        bytes.remove_prefix(length);
    }
    if (!bytes.empty())
        source.fail(QT_TRANSLATE_NOOP("engine", "bytes stand behind its texts"));
}

std::string_view RecordedTexts::at(std::uint32_t number, const ChunkSource &source) const
{
    if (number >= m_texts.size())
        source.fail(Phrase("engine", "it names text %1, which no chunk before it has").arg(number));
    return m_texts[number];
}

} // namespace streamscope
