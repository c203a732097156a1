// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/input_file.h"
#include "engine/timeline/recording.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// What an import found, kept, left out and could not tell.
struct ImportReport
{
    std::string source;    ///< the path as given
    std::string format;    ///< "Chrome trace JSON (Kineto), gzip", "Nsight Systems SQLite, schema 3.25.0"
    std::string clockBase; ///< what the times are counted from, in words
    /// Where the timeline's 0 lies in the trace's own times, nanoseconds; 0 for files of ours.
    std::int64_t originNs = 0;
    /// The trace's own 0 as nanoseconds since 1970, where it says so.
    std::optional<std::int64_t> baseTimeNs;
    std::uint64_t eventsRead = 0;                              ///< whole events, or rows
    std::uint64_t bytesRead = 0;                               ///< unpacked
    std::array<std::uint64_t, operationKindCount> kept{};      ///< by OperationKind
    std::map<std::string, std::uint64_t, std::less<>> skipped; ///< reason → how many
    std::vector<std::string> devices;                          ///< "0: NVIDIA H200, 1200 operations on 3 streams"
    std::vector<std::string> warnings;                         ///< one sentence each
    std::string brokenAt; ///< salvaged files: where it breaks and how; empty for whole ones

    std::uint64_t keptInAll() const;
};

/// The report in lines of text for the command line and the log.
std::vector<std::string> importLines(const ImportReport &report);

struct ImportOptions
{
    bool salvage = false; ///< keep the whole events before the place where a file breaks
    /// Bytes that the import may take, what its analysis takes included; 0: defaultMemoryLimit().
    std::uint64_t memoryLimit = 0;
};

/// How an import talks to whoever started it, on the thread that imports.
struct ImportControl
{
    std::stop_token stop;
    /// Bytes of the file, or rows; `total` may be 0.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;

    /// Reports, and @throws Cancelled when a stop was asked for.
    void step(std::uint64_t done, std::uint64_t total) const;
};

struct ImportedTrace
{
    Recording recording;
    ImportReport report;
};

/// Reads a trace of any known kind, told by its first bytes: Chrome trace JSON (PyTorch/Kineto, ours), Nsight Systems
/// SQLite, the operations CSV, each also in gzip. Memory grows with what is kept of it, and a database that cannot be
/// opened where it lies (it is packed, or comes through a pipe) is held as a whole.
/// @throws InputError naming the place for a file that is broken, unknown or not readable, RunError for one that
///         needs more memory than it may; Cancelled.
ImportedTrace importTrace(const std::string &path, const ImportOptions &options = {},
                          const ImportControl &control = {});
/// The same for a file that is open already.
ImportedTrace importTrace(InputFile file, const ImportOptions &options = {}, const ImportControl &control = {});

/// The same for bytes in memory; `name` is for messages. The bytes must outlive the call.
ImportedTrace importTraceBytes(std::string_view bytes, const std::string &name, const ImportOptions &options = {},
                               const ImportControl &control = {});

/// True for files that are traces by their first bytes, false for anything else that may be a preset.
/// @throws InputError for a file that cannot be read.
bool looksLikeTrace(const InputFile &file);

} // namespace streamscope
