// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/csv_rows.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

int CsvRows::look()
{
    if (m_at == m_filled) {
        m_at = 0;
        m_filled = m_source.read(m_buffer.data(), m_buffer.size());
        if (m_filled == 0)
            return -1;
    }
    return static_cast<unsigned char>(m_buffer[m_at]);
}

int CsvRows::get()
{
    const int c = look();
    if (c >= 0)
        ++m_at;
    m_line += c == '\n' ? 1 : 0;
    return c;
}

void CsvRows::fail(const std::string &what) const
{
    throw InputError(Phrase("engine", "%1: line %2: %3").arg(m_name, m_line, what));
}

void CsvRows::add(int c, std::string &field) const
{
    if (field.size() == longestField)
        fail(Phrase("engine", "a field is longer than %1 bytes").arg(longestField));
    field += static_cast<char>(c);
}

/// Reads up to the comma or the end of the line that follows the field; true for a comma.
bool CsvRows::readField(std::string &field)
{
    field.clear();
    if (look() == '"')
        return readQuoted(field);
    for (;;) {
        const int c = get();
        if (c < 0 || c == '\n')
            return false;
        if (c == ',')
            return true;
        if (c != '\r' || look() != '\n')
            add(c, field);
    }
}

bool CsvRows::readQuoted(std::string &field)
{
    get();
    for (int c = get(); c != '"' || look() == '"'; c = get()) {
        if (c < 0)
            fail(QT_TRANSLATE_NOOP("engine", "the text ends inside a quoted field"));
        if (c == '"')
            get();
        add(c, field);
    }
    if (look() == '\r')
        get();
    const int behind = get();
    if (behind >= 0 && behind != ',' && behind != '\n')
        fail(QT_TRANSLATE_NOOP("engine", "something stands behind a closing quote"));
    return behind == ',';
}

bool CsvRows::next(std::vector<std::string> &fields)
{
    do {
        if (look() < 0)
            return false;
        m_rowLine = m_line;
        std::size_t count = 0;
        bool more = true;
        while (more) {
            if (count == maxFields)
                fail(Phrase("engine", "more than %1 fields").arg(maxFields));
            if (fields.size() == count)
                fields.emplace_back();
            more = readField(fields[count++]);
        }
        fields.resize(count);
    } while (fields.size() == 1 && fields[0].empty());
    return true;
}

} // namespace streamscope
