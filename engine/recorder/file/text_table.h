// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace streamscope::recorder {

/// The numbers of the texts that a file holds already. It forgets all of them when there are too many to remember; such
/// a text is written once more and gets another number. Throws nothing; without memory it remembers nothing.
class TextTable
{
public:
    TextTable() = default;
    ~TextTable();
    TextTable(const TextTable &) = delete;
    TextTable &operator=(const TextTable &) = delete;

    /// 0 for a text that it does not know.
    std::uint32_t find(std::string_view text) const;
    void remember(std::string_view text, std::uint32_t number);

private:
    struct Entry
    {
        std::uint64_t hash;
        std::uint32_t at, size; ///< in m_bytes
        std::uint32_t number;   ///< 0: a free entry
    };
    const Entry *entryOf(std::string_view text, std::uint64_t hash) const;
    bool reserve();

    Entry *m_entries = nullptr;
    char *m_bytes = nullptr;
    std::size_t m_used = 0;      ///< entries
    std::size_t m_usedBytes = 0; ///< in m_bytes
};

} // namespace streamscope::recorder
