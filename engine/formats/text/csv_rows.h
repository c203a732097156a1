// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"

#include <string>
#include <vector>

namespace streamscope {

/// Reads rows of RFC 4180 one by one. Quoted fields may hold commas, doubled quotes and line breaks; lines end in CRLF
/// or LF.
class CsvRows
{
public:
    static constexpr std::size_t longestField = 1U << 20;
    static constexpr std::size_t maxFields = 256;

    CsvRows(ByteSource &source, std::string name) : m_source(source), m_name(std::move(name)), m_buffer(1U << 16) {}

    /// The next row's fields; false at the end. Skips empty lines. @throws InputError naming the line.
    bool next(std::vector<std::string> &fields);
    /// The line of the row that next() returned last, counted from 1.
    std::uint64_t line() const { return m_rowLine; }

private:
    int get();  ///< −1 at the end
    int look(); ///< the same without consuming the byte
    bool readField(std::string &field);
    bool readQuoted(std::string &field);
    void add(int c, std::string &field) const;
    [[noreturn]] void fail(const std::string &what) const;

    ByteSource &m_source;
    std::string m_name;
    std::vector<char> m_buffer;
    std::size_t m_at = 0, m_filled = 0;
    std::uint64_t m_line = 1, m_rowLine = 0;
};

} // namespace streamscope
