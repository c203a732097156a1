// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/sqlite_writer.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <limits>
#include <sqlite3.h>

namespace streamscope {

namespace {

void require(bool done, sqlite3 *database)
{
    if (!done)
        throw RunError(
            Phrase("engine", "the database cannot be made: %1")
                .arg(database ? sqlite3_errmsg(database) : QT_TRANSLATE_NOOP("engine", "not enough memory")));
}

} // namespace

void SqliteTable::Finish::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

void SqliteTable::add(std::initializer_list<SqliteValue> values)
{
    sqlite3_stmt *statement = m_statement.get();
    int column = 0;
    for (const SqliteValue &value : values) {
        ++column;
        switch (value.m_kind) {
        case SqliteValue::Kind::Null:
            sqlite3_bind_null(statement, column);
            break;
        case SqliteValue::Kind::Integer:
            sqlite3_bind_int64(statement, column, value.m_integer);
            break;
        case SqliteValue::Kind::Text:
            sqlite3_bind_text64(statement, column, value.m_text.data(), value.m_text.size(), SQLITE_STATIC,
                                SQLITE_UTF8);
            break;
        }
    }
    require(sqlite3_step(statement) == SQLITE_DONE, sqlite3_db_handle(statement));
    sqlite3_reset(statement);
}

void SqliteWriter::Close::operator()(sqlite3 *database) const
{
    sqlite3_close_v2(database);
}

/// A database that sqlite3_deserialize() made can be handed out without a copy.
SqliteWriter::SqliteWriter()
{
    sqlite3 *database = nullptr;
    const int opened = sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_database.reset(database);
    require(opened == SQLITE_OK, database);
    require(sqlite3_deserialize(database, "main", nullptr, 0, 0,
                                SQLITE_DESERIALIZE_RESIZEABLE | SQLITE_DESERIALIZE_FREEONCLOSE)
                == SQLITE_OK,
            database);
    sqlite3_int64 most = std::numeric_limits<sqlite3_int64>::max();
    sqlite3_file_control(database, "main", SQLITE_FCNTL_SIZE_LIMIT, &most);
    execute("PRAGMA journal_mode=OFF; BEGIN");
}

void SqliteWriter::execute(const std::string &sql)
{
    require(sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, m_database.get());
}

SqliteTable SqliteWriter::table(const std::string &name, const std::vector<std::string> &columns)
{
    std::string list, places;
    for (const std::string &column : columns) {
        list += (list.empty() ? "" : ", ") + column;
        places += places.empty() ? "?" : ", ?";
    }
    execute("CREATE TABLE " + name + " (" + list + ")");
    sqlite3_stmt *statement = nullptr;
    const std::string sql = "INSERT INTO " + name + " VALUES (" + places + ")";
    require(sqlite3_prepare_v2(m_database.get(), sql.c_str(), -1, &statement, nullptr) == SQLITE_OK, m_database.get());
    SqliteTable table;
    table.m_statement.reset(statement);
    return table;
}

std::string_view SqliteWriter::bytes()
{
    execute("COMMIT");
    sqlite3_int64 size = 0;
    const unsigned char *bytes = sqlite3_serialize(m_database.get(), "main", &size, SQLITE_SERIALIZE_NOCOPY);
    require(bytes != nullptr, m_database.get());
    return {reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(size)};
}

} // namespace streamscope
