// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/input_file.h"
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

/// How many events of the host a trace holds, whether the timeline keeps them or not.
struct HostEventCounts
{
    std::uint64_t threads = 0;      ///< that any of these events names
    std::uint64_t calls = 0;        ///< of the runtime and the driver
    std::uint64_t operators = 0;    ///< of PyTorch (cpu_op)
    std::uint64_t ranges = 0;       ///< user annotations and NVTX ranges
    std::uint64_t pythonFrames = 0; ///< python_function
};

/// Of the events and calls that a timeline keeps.
HostEventCounts countsOfHost(const Timeline &timeline);

/// What an import read, kept and skipped, with its warnings.
struct ImportReport
{
    /// A GPU of the trace.
    struct Device
    {
        std::int64_t id = 0;
        std::string name;
        std::uint64_t operations = 0; ///< kept, on `streams` streams; 0 for StreamScope's own traces
        int streams = 0;

        std::string text() const;     ///< "0: NVIDIA H200, 1200 operations on 3 streams"
        std::string keptText() const; ///< "1200 operations on 3 streams"; empty without operations
    };

    std::string source;    ///< the path as given
    std::string format;    ///< "Chrome trace JSON (Kineto), gzip", "Nsight Systems SQLite, schema 3.25.0"
    std::string clockBase; ///< the origin of the times, in words
    /// The timeline's 0 in the trace's own times, nanoseconds; 0 for StreamScope's files.
    std::int64_t originNs = 0;
    /// The trace's own 0 in nanoseconds since 1970, if the trace states it.
    std::optional<std::int64_t> baseTimeNs;
    std::uint64_t eventsRead = 0;                         ///< whole events, or rows
    std::uint64_t bytesRead = 0;                          ///< unpacked
    std::array<std::uint64_t, operationKindCount> kept{}; ///< by OperationKind
    std::uint64_t calls = 0;                              ///< kept calls of the host; they are no operations
    HostEventCounts host;
    int rank = -1;     ///< of a distributed job; −1 where the file does not say
    int worldSize = 0; ///< ranks of that job; 0 where the file does not say
    std::string node;  ///< the machine on which it ran; empty where the file does not say
    int processes = 0; ///< whose calls issue operations; 0 where the file does not say
    /// By how many nanoseconds recording made the cheapest call of the driver longer, as the recorder measured it.
    std::optional<std::int64_t> recordedCallNs;
    std::uint64_t sharedNumbers = 0; ///< that calls of several processes have, so that they join nothing
    std::map<std::string, std::uint64_t, std::less<>> skipped; ///< reason → how many
    std::vector<Device> devices;
    std::vector<std::string> warnings; ///< one sentence each
    std::string brokenAt;              ///< salvaged files: the place and kind of the fault; else empty

    std::uint64_t keptInAll() const;
};

/// The report without its warnings, in lines of text.
std::vector<std::string> importFacts(const ImportReport &report);
/// The report in lines of text for the command line and the log.
std::vector<std::string> importLines(const ImportReport &report);

struct ImportOptions
{
    bool salvage = false; ///< keep the complete events before the place where a file is broken
    /// Memory limit of the import and its analysis, in bytes; 0: defaultMemoryLimit().
    std::uint64_t memoryLimit = 0;
    /// Keep operators, ranges, Python frames and calls of the system, and find what issued each operation. Without them
    /// they are counted only, which takes less time and memory.
    bool hostEvents = true;
};

/// Progress and cancel of an import. Called on the importing thread.
struct ImportControl
{
    std::stop_token stop;
    /// In bytes of the file, or in rows; `total` may be 0.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;

    /// Reports progress. @throws Cancelled when a stop was requested.
    void step(std::uint64_t done, std::uint64_t total) const;
};

struct ImportedTrace
{
    Recording recording;
    ImportReport report;
};

/// Reads a trace of any known format, detected by its first bytes: Chrome trace JSON (PyTorch/Kineto, StreamScope),
/// Nsight Systems SQLite, the operations CSV, a recording, each also in gzip. Memory grows with the kept operations. A
/// database in gzip or from a pipe is also held in memory as a whole.
/// @throws InputError naming the place for a file that is broken, unknown or not readable; RunError beyond the memory
///         limit; Cancelled.
ImportedTrace importTrace(const std::string &path, const ImportOptions &options = {},
                          const ImportControl &control = {});
/// The same for a file that is open already.
ImportedTrace importTrace(InputFile file, const ImportOptions &options = {}, const ImportControl &control = {});

/// The same for bytes in memory; `name` is for messages. The bytes must outlive the call.
ImportedTrace importTraceBytes(std::string_view bytes, const std::string &name, const ImportOptions &options = {},
                               const ImportControl &control = {});

/// True for a file whose first bytes are those of a trace. False for any other file, which may be a preset.
/// @throws InputError for a file that cannot be read.
bool looksLikeTrace(const InputFile &file);

} // namespace streamscope
