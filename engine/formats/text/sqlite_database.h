// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace streamscope {

/// A query's result, read row by row. Text is valid until the next row.
class SqliteQuery
{
public:
    SqliteQuery(sqlite3 *database, const std::string &sql, std::string what);

    /// Moves to the next row; false after the last. @throws InputError naming the table when the file is broken;
    /// Cancelled.
    bool next();
    void bind(std::int64_t value); ///< sets the only parameter and restarts the query
    bool isNull(int column) const;
    bool isText(int column) const;
    std::int64_t integer(int column) const; ///< 0 for a value that is no integer
    std::string_view text(int column) const;

private:
    struct Finish
    {
        void operator()(sqlite3_stmt *statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finish> m_statement;
    std::string m_what; ///< "FILE: table T"
    std::uint64_t m_rows = 0;
};

/// A foreign SQLite file, opened read-only and not trusted: views, triggers and virtual tables are never used.
class SqliteDatabase
{
public:
    /// @throws InputError naming a file that is no database.
    static SqliteDatabase open(const std::string &path, std::stop_token stop);
    /// `bytes` must outlive the database.
    static SqliteDatabase openBytes(std::string_view bytes, const std::string &name, std::stop_token stop);

    bool has(const std::string &table) const { return m_tables.count(table) > 0; }
    const std::set<std::string> &tables() const { return m_tables; }
    bool hasColumn(const std::string &table, const std::string &column);
    /// An upper bound of the number of rows: the largest row id, which is quick to read; 0 when unknown.
    std::uint64_t rowsAtMost(const std::string &table);
    /// These columns of an existing table, in this order; columns that the table does not have are null.
    SqliteQuery select(const std::string &table, const std::vector<std::string> &columns,
                       const std::string &where = {});

private:
    struct Close
    {
        void operator()(sqlite3 *database) const;
    };
    SqliteDatabase(sqlite3 *database, std::string name, std::stop_token stop);
    void listTables();

    std::string m_name;
    std::unique_ptr<std::stop_token> m_stop; ///< sqlite holds its address
    std::unique_ptr<sqlite3, Close> m_database;
    std::set<std::string> m_tables;
    std::map<std::string, std::set<std::string>> m_columns;
};

} // namespace streamscope
