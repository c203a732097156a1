// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace streamscope {

/// A value of a new row: a number, a text, or nothing.
class SqliteValue
{
public:
    SqliteValue() = default;
    template <typename Integer>
    requires std::is_integral_v<Integer> SqliteValue(Integer value)
        : m_kind(Kind::Integer), m_integer(static_cast<std::int64_t>(value))
    {}
    SqliteValue(std::string_view text) : m_kind(Kind::Text), m_text(text) {}
    SqliteValue(const std::string &text) : SqliteValue(std::string_view(text)) {}
    SqliteValue(const char *text) : SqliteValue(std::string_view(text)) {}

private:
    friend class SqliteTable;
    enum class Kind : std::uint8_t { Null, Integer, Text };
    Kind m_kind = Kind::Null;
    std::int64_t m_integer = 0;
    std::string_view m_text;
};

/// A new table that takes rows. Its database must outlive it.
class SqliteTable
{
public:
    /// As many values as the table has columns; texts must live until the call returns. @throws RunError without
    /// memory.
    void add(std::initializer_list<SqliteValue> values);

private:
    friend class SqliteWriter;
    struct Finish
    {
        void operator()(sqlite3_stmt *statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finish> m_statement;
};

/// Makes a database in memory.
class SqliteWriter
{
public:
    SqliteWriter();

    /// Columns are "name TYPE". Names are ours and not quoted.
    SqliteTable table(const std::string &name, const std::vector<std::string> &columns);
    /// The file. Nothing may be added afterwards.
    std::string_view bytes();

private:
    struct Close
    {
        void operator()(sqlite3 *database) const;
    };
    void execute(const std::string &sql);

    std::unique_ptr<sqlite3, Close> m_database;
};

} // namespace streamscope
