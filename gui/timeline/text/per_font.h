// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QFont>

#include <cstddef>
#include <list>

namespace streamscope {

/// A cache of objects that are costly to make for a font, for the last few fonts: headings are bold, so a frame
/// alternates between fonts.
template <typename Value>
class PerFont
{
public:
    /// @returns the object for `font`; the reference is valid until `most` other fonts were requested
    Value &of(const QFont &font)
    {
        for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry)
            if (entry->font == font) {
                m_entries.splice(m_entries.begin(), m_entries, entry);
                return m_entries.front().value;
            }
        if (m_entries.size() == most)
            m_entries.pop_back();
        m_entries.emplace_front(font);
        return m_entries.front().value;
    }

private:
    static constexpr std::size_t most = 8;
    struct Entry
    {
        explicit Entry(const QFont &wanted) : font(wanted), value(wanted) {}
        QFont font;
        Value value;
    };
    std::list<Entry> m_entries; ///< most recently used first
};

} // namespace streamscope
