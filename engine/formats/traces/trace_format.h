// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/input_file.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/traces/trace_import.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The input of every reader.
struct ReaderInput
{
    std::string name; ///< for messages
    const ImportOptions &options;
    const ImportControl &control;
    MemoryBudget &memory;
};

inline constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

/// Whether a file has a format, by its first bytes.
enum class FormatMatch {
    No,
    Possible, ///< it is read as this format where a trace is expected
    Certain,
};

/// A format of traces. Each reader registers its own with a RegisteredFormat.
struct TraceFormat
{
    const char *id;          ///< "nsight"
    const char *description; ///< for people: "Nsight Systems SQLite"
    const char *extension;   ///< usual for such files: "sqlite"
    const char *origin;      ///< how to get such a file, where that is not plain; may be empty
    /// `head`: PeekedSource::head() without a byte-order mark. Never called for gzip, which is unpacked first.
    FormatMatch (*match)(std::string_view head);
    /// Reads from `file.bytes`, which are unpacked; or from `file.path` where the file is `regular`, and then it sets
    /// ImportReport::bytesRead. @throws InputError, RunError, Cancelled.
    ImportedTrace (*read)(const InputFile &file, const ReaderInput &input);
};

/// All formats, sorted by id.
const std::vector<TraceFormat> &traceFormats();
/// The format with this id, which exists.
const TraceFormat &traceFormat(std::string_view id);
/// "A, B or C, each also in gzip": the formats for people.
std::string traceFormatsText();
/// "*.csv *.json *.sqlite *.gz": for file dialogs.
std::string traceFilePatterns();

/// Put one into the .cpp of a reader: `const RegisteredFormat registered{{…}};`. Nothing else names the format.
struct RegisteredFormat
{
    explicit RegisteredFormat(const TraceFormat &format);
};

} // namespace streamscope
