// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QtGlobal>

#include <sqlite3.h>
#include <string>

namespace streamscope::test {

/// A database made by these statements, as the bytes of its file.
inline std::string database(const std::string &sql)
{
    sqlite3 *handle = nullptr;
    sqlite3_open(":memory:", &handle);
    char *problem = nullptr;
    if (sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &problem) != SQLITE_OK)
        qFatal("%s", problem);
    sqlite3_int64 size = 0;
    unsigned char *bytes = sqlite3_serialize(handle, "main", &size, 0);
    std::string text(reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    sqlite3_close(handle);
    return text;
}

} // namespace streamscope::test
