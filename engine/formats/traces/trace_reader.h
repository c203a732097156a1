// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/traces/trace_import.h"

namespace streamscope {

/// The input of every reader.
struct ReaderInput
{
    std::string name; ///< for messages
    const ImportOptions &options;
    const ImportControl &control;
    MemoryBudget &memory;
};

/// Chrome trace JSON: an object with `traceEvents` or a bare array; Kineto's spellings since 2020, and our own.
ImportedTrace readChromeTrace(ByteSource &source, const ReaderInput &input);

/// The operations CSV.
ImportedTrace readOperationsCsv(ByteSource &source, const ReaderInput &input);

/// An Nsight Systems export. @throws InputError naming the missing table for any other database.
ImportedTrace readNsight(const std::string &path, const ReaderInput &input);
/// The same from a database in memory.
ImportedTrace readNsightBytes(std::string_view bytes, const ReaderInput &input);

} // namespace streamscope
