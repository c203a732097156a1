// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/sqlite_database.h"
#include "engine/formats/traces/trace_import.h"

#include <string>

namespace streamscope {

// What an Nsight Systems export says about itself and its machine.

/// @throws InputError for any other database; `name` is that of the file.
void requireNsight(const SqliteDatabase &database, const std::string &name);
/// The format with its versions, and the clock.
void readNsightVersions(SqliteDatabase &database, ImportReport &report);
/// The GPUs; the first one is the recording's device.
void readNsightDevices(SqliteDatabase &database, ImportedTrace &trace);

} // namespace streamscope
