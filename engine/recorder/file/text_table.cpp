// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/file/text_table.h"

#include <cstdlib>
#include <cstring>

namespace streamscope::recorder {

namespace {

constexpr std::size_t places = 32'768; // a power of two
constexpr std::size_t mostEntries = places / 2;
constexpr std::size_t mostBytes = std::size_t{1} << 20;

/// Eight bytes at a time: names of kernels have hundreds.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = text.size() * 0x9e37'79b9'7f4a'7c15;
    const char *at = text.data();
    std::size_t left = text.size();
    const auto mix = [&hash](std::uint64_t part) {
        hash = (hash ^ part) * 0xff51'afd7'ed55'8ccd;
        hash ^= hash >> 32;
    };
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t part = 0;
        std::memcpy(&part, at, 8);
        mix(part);
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, at, left);
    mix(rest);
    return hash;
}

} // namespace

TextTable::~TextTable()
{
    std::free(m_entries);
    std::free(m_bytes);
}

/// The entry of the text, or the free one where it belongs.
const TextTable::Entry *TextTable::entryOf(std::string_view text, std::uint64_t hash) const
{
    for (std::size_t place = hash % places;; place = (place + 1) % places) {
        const Entry &entry = m_entries[place];
        if (entry.number == 0 || (entry.hash == hash && std::string_view(m_bytes + entry.at, entry.size) == text))
            return &entry;
    }
}

std::uint32_t TextTable::find(std::string_view text) const
{
    return m_entries ? entryOf(text, hashOf(text))->number : 0;
}

bool TextTable::reserve()
{
    if (!m_entries)
        m_entries = static_cast<Entry *>(std::calloc(places, sizeof(Entry)));
    if (!m_bytes)
        m_bytes = static_cast<char *>(std::malloc(mostBytes));
    return m_entries && m_bytes;
}

void TextTable::remember(std::string_view text, std::uint32_t number)
{
    if (text.size() > mostBytes || !reserve())
        return;
    if (m_used == mostEntries || m_usedBytes + text.size() > mostBytes) {
        std::memset(m_entries, 0, places * sizeof(Entry));
        m_used = m_usedBytes = 0;
    }
    const std::uint64_t hash = hashOf(text);
    auto *entry = const_cast<Entry *>(entryOf(text, hash));
    std::memcpy(m_bytes + m_usedBytes, text.data(), text.size());
    *entry = {hash, static_cast<std::uint32_t>(m_usedBytes), static_cast<std::uint32_t>(text.size()), number};
    m_usedBytes += text.size();
    ++m_used;
}

} // namespace streamscope::recorder
