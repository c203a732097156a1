// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/trace_import.h"

#include "engine/formats/io/gzip_source.h"
#include "engine/formats/traces/trace_reader.h"
#include "engine/program/errors.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace streamscope {

namespace {

enum class Kind { Json, Csv, Gzip, Sqlite, Unknown };

/// What a file is, by its first bytes.
Kind kindOf(std::string_view head)
{
    using namespace std::string_view_literals;
    if (head.starts_with("\x1f\x8b"sv))
        return Kind::Gzip;
    if (head.starts_with("SQLite format 3\0"sv))
        return Kind::Sqlite;
    if (head.starts_with("\xef\xbb\xbf"sv))
        head.remove_prefix(3);
    if (head.starts_with("index,kind,name,"sv) || head.starts_with("\"index\",\"kind\""sv))
        return Kind::Csv;
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool json = first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
    return json ? Kind::Json : Kind::Unknown;
}

/// What an unknown file may be, and what to do about it.
std::string hintFor(std::string_view head)
{
    using namespace std::string_view_literals;
    if (head.empty())
        return "the file is empty";
    if (head.starts_with("\x28\xb5\x2f\xfd"sv))
        return "this is zstd data; unpack it first";
    if (head.starts_with("PK\x03\x04"sv))
        return "this is a zip archive; unpack it first";
    if (head.starts_with("BZh"sv) || head.starts_with("\xfd\x37zXZ"sv))
        return "this is bzip2 or xz data; unpack it first";
    if (head.starts_with("\xff\xfe"sv) || head.starts_with("\xfe\xff"sv))
        return "this is UTF-16 text; traces are UTF-8";
    return "expected Chrome trace JSON (PyTorch, Kineto), also in gzip, an Nsight Systems SQLite file, or "
           "StreamScope's "
           "own CSV or trace JSON; a .nsys-rep report becomes readable with: nsys export --type sqlite";
}

/// A whole database in memory: SQLite has to be able to go back and forth in it.
std::string readWhole(ByteSource &source, const ReaderInput &input)
{
    constexpr std::size_t step = std::size_t{1} << 20;
    std::string bytes;
    for (std::size_t got = 1; got > 0;) {
        const std::size_t size = bytes.size();
        if (bytes.capacity() < size + step) {
            input.memory.take(2 * std::max(bytes.capacity(), step)); // while it is copied there are two
            bytes.reserve(std::max(2 * bytes.capacity(), step));
        }
        bytes.resize(size + step);
        got = source.read(bytes.data() + size, step);
        bytes.resize(size + got);
        input.control.step(source.done(), source.total());
    }
    return bytes;
}

void passMark(PeekedSource &source)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    std::array<char, mark.size()> passed{};
    if (source.head().starts_with(mark))
        source.read(passed.data(), passed.size());
}

/// A database that lies on the disk is read there.
ImportedTrace importDatabase(const InputFile &file, const ReaderInput &input, bool packed)
{
    if (file.regular && !packed)
        return readNsight(file.path, input);
    const std::string bytes = readWhole(*file.bytes, input);
    return readNsightBytes(bytes, input);
}

ImportedTrace importAny(const InputFile &file, const ReaderInput &input, bool packed)
{
    PeekedSource &source = *file.bytes;
    const Kind kind = kindOf(source.head());
    ImportedTrace trace;
    if (kind == Kind::Json) {
        passMark(source);
        trace = readChromeTrace(source, input);
    } else if (kind == Kind::Csv) {
        trace = readOperationsCsv(source, input);
    } else if (kind == Kind::Sqlite) {
        trace = importDatabase(file, input, packed);
    } else {
        throw InputError(input.name + ": not a trace that StreamScope knows: "
                         + (kind == Kind::Gzip ? "packed twice" : hintFor(source.head())));
    }
    if (kind != Kind::Sqlite || packed)
        trace.report.bytesRead = source.bytesRead();
    if (packed)
        trace.report.format += ", gzip";
    return trace;
}

void complete(ImportedTrace &trace, const std::string &name)
{
    trace.report.source = name;
    if (trace.report.keptInAll() == 0)
        trace.report.warnings.push_back(
            "The file holds no operation of a GPU: there is nothing to draw or to analyse.");
    trace.recording.notes = trace.report.warnings;
}

} // namespace

std::uint64_t ImportReport::keptInAll() const
{
    std::uint64_t sum = 0;
    for (const std::uint64_t count : kept)
        sum += count;
    return sum;
}

void ImportControl::step(std::uint64_t done, std::uint64_t total) const
{
    if (stop.stop_requested())
        throw Cancelled();
    if (progress)
        progress(done, total);
}

ImportedTrace importTrace(const std::string &path, const ImportOptions &options, const ImportControl &control)
{
    return importTrace(openInput(path), options, control);
}

ImportedTrace importTrace(InputFile file, const ImportOptions &options, const ImportControl &control)
{
    MemoryBudget memory(file.path, options.memoryLimit);
    const ReaderInput input{file.path, options, control, memory};
    const bool packed = kindOf(file.bytes->head()) == Kind::Gzip;
    if (packed)
        file.bytes = std::make_unique<PeekedSource>(unpackGzip(std::move(file.bytes), file.path));
    ImportedTrace trace = importAny(file, input, packed);
    complete(trace, file.path);
    return trace;
}

ImportedTrace importTraceBytes(std::string_view bytes, const std::string &name, const ImportOptions &options,
                               const ImportControl &control)
{
    return importTrace({name, false, std::make_unique<PeekedSource>(readMemory(bytes))}, options, control);
}

bool looksLikeTrace(const InputFile &file)
{
    const std::string_view head = file.bytes->head();
    const Kind kind = kindOf(head);
    if (kind != Kind::Json)
        return kind != Kind::Unknown;
    const auto names = [head](std::string_view text) { return head.find(text) != std::string_view::npos; };
    // Files of ours name their format at once; a trace never does.
    return !names("\"streamscope-preset\"") && !names("\"streamscope-program\"")
           && (names("\"traceEvents\"") || names("\"ph\"") || names("\"deviceProperties\"")
               || names("\"schemaVersion\"") || names("\"streamscope\""));
}

std::string ImportReport::Device::keptText() const
{
    return operations == 0 ? std::string()
                           : std::to_string(operations) + " operations on " + std::to_string(streams)
                                 + (streams == 1 ? " stream" : " streams");
}

std::string ImportReport::Device::text() const
{
    return std::to_string(id) + ": " + name + (operations == 0 ? "" : ", ") + keptText();
}

std::vector<std::string> importFacts(const ImportReport &report)
{
    std::vector<std::string> lines{
        "read        " + std::to_string(report.eventsRead) + " events, " + std::to_string(report.bytesRead)
            + " bytes: " + report.format,
        "times       from " + report.clockBase
            + (report.originNs != 0 ? "; 0 is " + std::to_string(report.originNs) + " ns there" : std::string()),
    };
    if (report.baseTimeNs)
        lines.push_back("base time   " + std::to_string(*report.baseTimeNs) + " ns since 1970");
    for (const ImportReport::Device &device : report.devices)
        lines.push_back("device      " + device.text());
    std::string kept;
    for (std::size_t kind = 0; kind < report.kept.size(); ++kind)
        if (report.kept[kind] > 0)
            kept += (kept.empty() ? "" : ", ") + std::to_string(report.kept[kind]) + " "
                    + std::string(kindName(static_cast<OperationKind>(kind)));
    lines.push_back("kept        " + (kept.empty() ? "nothing" : kept));
    for (const auto &[reason, count] : report.skipped)
        lines.push_back("skipped     " + std::to_string(count) + " " + reason);
    return lines;
}

std::vector<std::string> importLines(const ImportReport &report)
{
    std::vector<std::string> lines = importFacts(report);
    for (const std::string &warning : report.warnings)
        lines.push_back("warning: " + warning);
    return lines;
}

} // namespace streamscope
