// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/sqlite_database.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <cstring>
#include <sqlite3.h>

namespace streamscope {

namespace {

/// A path as an SQLite URI that is opened without locks or journals: the file may lie on a read-only disk.
std::string uriOf(const std::string &path)
{
    constexpr char digits[] = "0123456789abcdef";
    std::string uri = path.starts_with('/') ? "file://" : "file:"; // else two slashes would begin a host's name
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '?' || c == '#' || c == '%' || byte < 0x20) {
            uri += {'%', digits[byte >> 4], digits[byte & 15]};
        } else {
            uri += c;
        }
    }
    return uri + "?mode=ro&immutable=1";
}

std::string identifier(const std::string &name)
{
    std::string text = "\"";
    for (const char c : name)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

int stopAsked(void *token)
{
    return static_cast<const std::stop_token *>(token)->stop_requested() ? 1 : 0;
}

void distrust(sqlite3 *database)
{
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 64 << 20);
    sqlite3_exec(database, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", nullptr, nullptr, nullptr);
}

} // namespace

void SqliteQuery::Finish::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

SqliteQuery::SqliteQuery(sqlite3 *database, const std::string &sql, std::string what) : m_what(std::move(what))
{
    sqlite3_stmt *statement = nullptr;
    const int status = sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
    m_statement.reset(statement);
    if (status == SQLITE_INTERRUPT)
        throw Cancelled();
    if (status != SQLITE_OK || !statement)
        throw InputError(Phrase("engine", "%1: cannot be read: %2").arg(m_what, sqlite3_errmsg(database)));
}

bool SqliteQuery::next()
{
    const int status = sqlite3_step(m_statement.get());
    if (status == SQLITE_ROW) {
        ++m_rows;
        return true;
    }
    if (status == SQLITE_INTERRUPT)
        throw Cancelled();
    if (status != SQLITE_DONE)
        throw InputError(Phrase("engine", "%1: broken after row %2: %3")
                             .arg(m_what, m_rows, sqlite3_errmsg(sqlite3_db_handle(m_statement.get()))));
    return false;
}

void SqliteQuery::bind(std::int64_t value)
{
    sqlite3_reset(m_statement.get());
    sqlite3_bind_int64(m_statement.get(), 1, value);
}

bool SqliteQuery::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

bool SqliteQuery::isText(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_TEXT;
}

std::int64_t SqliteQuery::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string_view SqliteQuery::text(int column) const
{
    const unsigned char *text = sqlite3_column_text(m_statement.get(), column);
    return text ? std::string_view(reinterpret_cast<const char *>(text),
                                   static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column)))
                : std::string_view();
}

void SqliteDatabase::Close::operator()(sqlite3 *database) const
{
    sqlite3_close(database);
}

SqliteDatabase::SqliteDatabase(sqlite3 *database, std::string name, std::stop_token stop)
    : m_name(std::move(name)), m_stop(std::make_unique<std::stop_token>(std::move(stop))), m_database(database)
{}

SqliteDatabase SqliteDatabase::open(const std::string &path, std::stop_token stop)
{
    sqlite3 *database = nullptr;
    const int status = sqlite3_open_v2(uriOf(path).c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    SqliteDatabase result(database, path, std::move(stop));
    if (status != SQLITE_OK)
        throw InputError(
            Phrase("engine", "%1: cannot be opened as SQLite: %2")
                .arg(path, database ? sqlite3_errmsg(database) : QT_TRANSLATE_NOOP("engine", "no memory")));
    distrust(database);
    result.listTables();
    return result;
}

SqliteDatabase SqliteDatabase::openBytes(std::string_view bytes, const std::string &name, std::stop_token stop)
{
    sqlite3 *database = nullptr;
    const int status = sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE, nullptr);
    SqliteDatabase result(database, name, std::move(stop));
    // Read-only, so sqlite does not write to the bytes.
    auto *data = const_cast<unsigned char *>(reinterpret_cast<const unsigned char *>(bytes.data()));
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    if (status != SQLITE_OK
        || sqlite3_deserialize(database, "main", data, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
        throw InputError(Phrase("engine", "%1: cannot be opened as SQLite").arg(name));
    distrust(database);
    result.listTables();
    return result;
}

void SqliteDatabase::listTables()
{
    constexpr int instructionsPerLook = 100'000;
    sqlite3_progress_handler(m_database.get(), instructionsPerLook, stopAsked, m_stop.get());
    SqliteQuery query(m_database.get(), "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
                      m_name + ": the list of tables");
    constexpr std::size_t maxTables = 10'000;
    while (query.next() && m_tables.size() < maxTables)
        if (query.text(1).starts_with("CREATE TABLE"))
            m_tables.emplace(query.text(0));
}

bool SqliteDatabase::hasColumn(const std::string &table, const std::string &column)
{
    const auto [entry, isNew] = m_columns.try_emplace(table);
    if (isNew) {
        SqliteQuery query(m_database.get(), "PRAGMA table_info(" + identifier(table) + ")",
                          m_name + ": table " + table);
        while (query.next())
            entry->second.emplace(query.text(1));
    }
    return entry->second.count(column) > 0;
}

std::uint64_t SqliteDatabase::rowsAtMost(const std::string &table)
{
    try {
        SqliteQuery query(m_database.get(), "SELECT max(rowid) FROM " + identifier(table), m_name + ": table " + table);
        return query.next() ? static_cast<std::uint64_t>(std::max<std::int64_t>(query.integer(0), 0)) : 0;
    } catch (const InputError &) {
        return 0; // a table without row numbers
    }
}

SqliteQuery SqliteDatabase::select(const std::string &table, const std::vector<std::string> &columns,
                                   const std::string &where)
{
    std::string sql;
    for (const std::string &column : columns)
        sql += (sql.empty() ? "SELECT " : ", ") + (hasColumn(table, column) ? identifier(column) : std::string("NULL"));
    sql += " FROM " + identifier(table) + (where.empty() ? std::string() : " WHERE " + where);
    return {m_database.get(), sql, m_name + ": table " + table};
}

} // namespace streamscope
