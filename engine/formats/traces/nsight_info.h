// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/sqlite_database.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/formats/traces/trace_import.h"

#include <array>
#include <string>

namespace streamscope {

// What an Nsight Systems export says about itself and its machine, and in which numbers.

/// Nsight's own numbering (ENUM_CUDA_MEM_KIND), one off from CUPTI's.
MemoryKind nsightMemoryKind(std::int64_t value);

struct NsightCopy
{
    OperationKind kind;
    const char *name; ///< as Kineto spells it
    bool migration;
};

/// ENUM_CUDA_MEMCPY_OPER.
NsightCopy nsightCopy(std::int64_t value);

/// @throws InputError for any other database; `name` is that of the file.
void requireNsight(const SqliteDatabase &database, const std::string &name);
/// The format with its versions, and the clock.
void readNsightVersions(SqliteDatabase &database, ImportReport &report);
/// The GPUs; the first one is the recording's device.
void readNsightDevices(SqliteDatabase &database, ImportedTrace &trace);

/// The columns that say how a kernel was launched.
inline constexpr std::array nsightShapeColumns{"gridX",
                                               "gridY",
                                               "gridZ",
                                               "registersPerThread",
                                               "blockX",
                                               "blockY",
                                               "blockZ",
                                               "staticSharedMemory",
                                               "dynamicSharedMemory"};
/// From column `first` on: nsightShapeColumns.
LaunchShape nsightShapeAt(const SqliteQuery &row, int first);

/// A whole database in memory: SQLite has to be able to go back and forth in it. @throws as MemoryBudget::take();
/// Cancelled.
std::string readWholeDatabase(ByteSource &source, const ReaderInput &input);

} // namespace streamscope
