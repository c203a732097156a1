// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/trace_import.h"

#include "engine/formats/gzip_source.h"
#include "engine/formats/trace_reader.h"
#include "engine/program/errors.h"

#include <algorithm>
#include <vector>

namespace streamscope {

namespace {

enum class Kind { Json, Csv, Gzip, Sqlite, Unknown };
constexpr std::size_t headSize = 4'096;

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

/// Gives back what was read to look at it.
class Rewound final : public ByteSource
{
public:
    explicit Rewound(ByteSource &source) : m_source(source), m_head(headSize)
    {
        std::size_t got = 0;
        while (got < m_head.size()) {
            const std::size_t part = m_source.read(m_head.data() + got, m_head.size() - got);
            if (part == 0)
                break;
            got += part;
        }
        m_head.resize(got);
        m_bytes = got;
    }
    std::string_view head() const { return {m_head.data(), m_head.size()}; }
    std::uint64_t bytes() const { return m_bytes; }
    void passMark() { m_at += head().starts_with("\xef\xbb\xbf") ? 3 : 0; }

    std::size_t read(char *to, std::size_t size) override
    {
        if (m_at < m_head.size()) {
            const std::size_t part = std::min(size, m_head.size() - m_at);
            std::copy_n(m_head.data() + m_at, part, to);
            m_at += part;
            return part;
        }
        const std::size_t got = m_source.read(to, size);
        m_bytes += got;
        return got;
    }
    std::uint64_t done() const override { return m_source.done(); }
    std::uint64_t total() const override { return m_source.total(); }

private:
    ByteSource &m_source;
    std::vector<char> m_head;
    std::size_t m_at = 0;
    std::uint64_t m_bytes = 0;
};

ImportedTrace importText(ByteSource &source, const ReaderInput &input, bool packed)
{
    Rewound text(source);
    const Kind kind = kindOf(text.head());
    ImportedTrace trace;
    if (kind == Kind::Json) {
        text.passMark();
        trace = readChromeTrace(text, input);
    } else if (kind == Kind::Csv) {
        trace = readOperationsCsv(text, input);
    } else if (kind == Kind::Sqlite) {
        throw InputError(input.name + ": a packed SQLite file; unpack it first");
    } else {
        throw InputError(input.name + ": not a trace that StreamScope knows: "
                         + (kind == Kind::Gzip ? "packed twice" : hintFor(text.head())));
    }
    trace.report.bytesRead = text.bytes();
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

std::string headOf(ByteSource &source)
{
    return std::string(Rewound(source).head());
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
    const ReaderInput input{path, options, control};
    const Kind kind = kindOf(headOf(*openFile(path)));
    ImportedTrace trace;
    if (kind == Kind::Sqlite) {
        trace = readNsight(path, input);
    } else if (kind == Kind::Gzip) {
        const auto unpacked = unpackGzip(openFile(path), path);
        trace = importText(*unpacked, input, true);
    } else {
        trace = importText(*openFile(path), input, false);
    }
    complete(trace, path);
    return trace;
}

ImportedTrace importTraceBytes(std::string_view bytes, const std::string &name, const ImportOptions &options,
                               const ImportControl &control)
{
    const ReaderInput input{name, options, control};
    const Kind kind = kindOf(bytes.substr(0, headSize));
    ImportedTrace trace;
    if (kind == Kind::Sqlite) {
        trace = readNsightBytes(bytes, input);
    } else if (kind == Kind::Gzip) {
        const auto unpacked = unpackGzip(readMemory(bytes), name);
        trace = importText(*unpacked, input, true);
    } else {
        trace = importText(*readMemory(bytes), input, false);
    }
    complete(trace, name);
    return trace;
}

bool looksLikeTrace(const std::string &path)
{
    try {
        const std::string head = headOf(*openFile(path));
        const Kind kind = kindOf(head);
        if (kind != Kind::Json)
            return kind != Kind::Unknown;
        // Files of ours name their format at once; a trace never does.
        return head.find("\"streamscope-preset\"") == std::string::npos
               && head.find("\"streamscope-program\"") == std::string::npos
               && (head.find("\"traceEvents\"") != std::string::npos || head.find("\"ph\"") != std::string::npos
                   || head.find("\"deviceProperties\"") != std::string::npos
                   || head.find("\"schemaVersion\"") != std::string::npos
                   || head.find("\"streamscope\"") != std::string::npos);
    } catch (const std::exception &) {
        return false;
    }
}

std::vector<std::string> importLines(const ImportReport &report)
{
    std::vector<std::string> lines{
        "read        " + std::to_string(report.eventsRead) + " events, " + std::to_string(report.bytesRead)
            + " bytes: " + report.format,
        "times       from " + report.clockBase
            + (report.originNs != 0 ? "; 0 is " + std::to_string(report.originNs) + " ns there" : std::string()),
    };
    if (report.baseTimeNs)
        lines.push_back("base time   " + std::to_string(*report.baseTimeNs) + " ns since 1970");
    for (const std::string &device : report.devices)
        lines.push_back("device      " + device);
    std::string kept;
    for (std::size_t kind = 0; kind < report.kept.size(); ++kind)
        if (report.kept[kind] > 0)
            kept += (kept.empty() ? "" : ", ") + std::to_string(report.kept[kind]) + " "
                    + std::string(kindName(static_cast<OperationKind>(kind)));
    lines.push_back("kept        " + (kept.empty() ? "nothing" : kept));
    for (const auto &[reason, count] : report.skipped)
        lines.push_back("skipped     " + std::to_string(count) + " " + reason);
    for (const std::string &warning : report.warnings)
        lines.push_back("warning: " + warning);
    return lines;
}

} // namespace streamscope
