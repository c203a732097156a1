// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/text/csv_rows.h"
#include "engine/formats/text/csv_text.h"
#include "engine/formats/text/decimal.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace streamscope {

namespace {

enum Column {
    Index,
    Kind,
    Name,
    Device,
    Stream,
    EngineName,
    Priority,
    Chunk,
    Bytes,
    Issue,
    Ready,
    Start,
    End,
    ClockName,
    Thread,      // files from before threads do not have it
    FirstOrigin, // those of OriginPart, of traces only
    columnCount = FirstOrigin + static_cast<int>(originPartCount)
};
constexpr std::array<std::string_view, columnCount> columnNames{
    "index",    "kind",     "name",   "device", "stream", "engine", "priority", "chunk", "bytes",  "issue_us",
    "ready_us", "start_us", "end_us", "clock",  "thread", "call",   "operator", "range", "module", "stack"};
constexpr std::size_t missing = ~std::size_t{0};
constexpr std::uint64_t rowsPerStep = 16'384;
constexpr std::uint64_t streamBytes = 512; // with its places in two lists and a map

class CsvReader
{
public:
    CsvReader(ByteSource &source, const ReaderInput &input)
        : m_source(source), m_rows(source, input.name), m_input(input)
    {}

    ImportedTrace read()
    {
        readHeader();
        try {
            readRows();
        } catch (InputError &error) {
            error.remedy = Remedy::Salvage;
            if (!m_input.options.salvage)
                throw;
            m_trace.report.brokenAt = error.what();
            m_trace.report.warnings.push_back(
                Phrase("engine", "The file is broken: %1. Only the %2 rows before that are here.")
                    .arg(m_trace.report.brokenAt, m_trace.report.eventsRead));
        }
        finish();
        return std::move(m_trace);
    }

private:
    void readHeader();
    void readRows();
    void readRow();
    void readOrigin();
    void finish();
    const std::string &field(Column column) const { return m_fields[m_at[column]]; }
    [[noreturn]] void refuse(Column column, const std::string &allowed) const;
    std::int64_t time(Column column, bool required) const;
    template <typename Int>
    Int integer(Column column, Int whenEmpty) const;
    std::int32_t streamOf();
    std::int32_t threadOf() const;

    ByteSource &m_source;
    CsvRows m_rows;
    const ReaderInput &m_input;
    std::vector<std::string> m_fields;
    std::array<std::size_t, columnCount> m_at{};
    std::size_t m_width = 0;
    std::map<std::pair<int, std::string>, std::int32_t> m_streams;
    ImportedTrace m_trace;
};

void CsvReader::readHeader()
{
    m_rows.next(m_fields);
    if (!m_fields.empty() && m_fields[0].starts_with("\xef\xbb\xbf"))
        m_fields[0].erase(0, 3);
    m_width = m_fields.size();
    for (std::size_t column = 0; column < columnCount; ++column) {
        const auto found = std::find(m_fields.begin(), m_fields.end(), columnNames[column]);
        if (found == m_fields.end() && column >= Thread) {
            m_at[column] = missing;
            continue;
        }
        if (found == m_fields.end())
            throw InputError(
                Phrase("engine", "%1: line 1: the column '%2' is missing").arg(m_input.name, columnNames[column]));
        m_at[column] = static_cast<std::size_t>(found - m_fields.begin());
    }
}

void CsvReader::refuse(Column column, const std::string &allowed) const
{
    const std::string value = '\'' + std::string(field(column).substr(0, 80)) + '\'';
    throw InputError(Phrase("engine", "%1: line %2, column %3: %4 is not allowed; expected %5")
                         .arg(m_input.name, m_rows.line(), columnNames[column], value, allowed));
}

std::int64_t CsvReader::time(Column column, bool required) const
{
    if (field(column).empty() && !required)
        return unknownTime;
    const auto ns = parseMicroseconds(field(column));
    if (!ns || !isTimeInRange(*ns))
        refuse(column, QT_TRANSLATE_NOOP("engine", "microseconds with up to 3 decimals"));
    return *ns;
}

template <typename Int>
Int CsvReader::integer(Column column, Int whenEmpty) const
{
    const std::string &text = field(column);
    if (text.empty())
        return whenEmpty;
    Int value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        refuse(column, QT_TRANSLATE_NOOP("engine", "a whole number in range"));
    return value;
}

std::int32_t CsvReader::streamOf()
{
    if (field(Stream).empty() && field(Device).empty())
        return -1;
    const int device = integer<int>(Device, 0);
    if (device < 0 || device >= TraceBuilder::maxDevices)
        refuse(Device, Phrase("engine", "0 to %1").arg(TraceBuilder::maxDevices - 1));
    const std::string id = decodeText(textOfCsvCell(field(Stream)));
    const auto [entry, isNew] = m_streams.try_emplace({device, id}, -1);
    if (isNew) {
        m_input.memory.take(streamBytes + 3 * id.size());
        if (m_streams.size() > TraceBuilder::maxStreams)
            refuse(Stream, Phrase("engine", "at most %1 streams").arg(TraceBuilder::maxStreams));
        TimelineStream stream;
        stream.id = id;
        stream.device = device;
        stream.priority = integer<int>(Priority, 0);
        entry->second = m_trace.recording.timeline.addStream(std::move(stream));
    }
    return entry->second;
}

std::int32_t CsvReader::threadOf() const
{
    if (m_at[Thread] == missing)
        return 0;
    const auto thread = integer<std::int32_t>(Thread, 0);
    if (thread < 0 || thread >= TraceBuilder::maxThreads)
        refuse(Thread, Phrase("engine", "0 to %1").arg(TraceBuilder::maxThreads - 1));
    return thread;
}

void CsvReader::readRow()
{
    if (m_fields.size() != m_width)
        throw InputError(Phrase("engine", "%1: line %2: %3 fields; the header has %4")
                             .arg(m_input.name, m_rows.line(), m_fields.size(), m_width));
    Span span;
    if (!parseKind(field(Kind), span.kind))
        refuse(Kind, QT_TRANSLATE_NOOP("engine", "h2d, d2h, d2d, peer, kernel, memset, …"));
    if (!parseEngine(field(EngineName), span.engine))
        refuse(EngineName,
               QT_TRANSLATE_NOOP("engine", "copy_h2d, copy_d2h, copy_d2d, copy_peer, compute, host or none"));
    if (!parseClock(field(ClockName), span.clock))
        refuse(ClockName,
               QT_TRANSLATE_NOOP("engine", "event, event+engine, globaltimer, watch, cupti, host, model or imported"));
    span.issue = time(Issue, false);
    span.ready = time(Ready, false);
    span.start = time(Start, true);
    span.end = time(End, true);
    if (span.end < span.start)
        refuse(End, QT_TRANSLATE_NOOP("engine", "a time that is not before the start"));
    span.bytes = integer<std::uint64_t>(Bytes, 0);
    span.chunk = integer<std::int32_t>(Chunk, -1);
    span.stream = streamOf();
    span.thread = threadOf();
    span.name = internCounted(m_trace.recording.timeline, decodeText(textOfCsvCell(field(Name))), m_input.memory);
    m_input.memory.take(memoryOf(span));
    ++m_trace.report.kept[static_cast<std::size_t>(span.kind)];
    m_trace.recording.timeline.append(span);
    readOrigin();
}

void CsvReader::readOrigin()
{
    HostOrigins &origins = m_trace.recording.timeline.origins();
    HostOrigin origin{};
    const std::size_t texts = origins.texts().size(), known = origins.origins();
    for (std::size_t part = 0; part < originPartCount; ++part)
        if (const std::size_t at = m_at[FirstOrigin + part]; at != missing && !m_fields[at].empty()) {
            const std::string text = decodeText(textOfCsvCell(m_fields[at]).substr(0, HostOrigins::longestText));
            m_input.memory.take(2 * text.size());
            origin[part] = origins.intern(text);
        }
    constexpr HostOrigin nothing{};
    if (origin == nothing)
        return;
    const std::uint32_t number = origins.add(origin);
    m_input.memory.take((origins.texts().size() - texts) * nodeBytes(2 * sizeof(std::string))
                        + (origins.origins() - known) * nodeBytes(2 * sizeof origin));
    origins.set(m_trace.recording.timeline.size() - 1, number);
}

void CsvReader::readRows()
{
    for (ImportReport &report = m_trace.report; m_rows.next(m_fields);) {
        readRow();
        if (++report.eventsRead % rowsPerStep == 0)
            m_input.control.step(m_source.done(), m_source.total());
    }
}

void CsvReader::finish()
{
    Recording &recording = m_trace.recording;
    const Timeline &timeline = recording.timeline;
    bool model = !timeline.empty();
    for (std::size_t i = 0; i < timeline.size() && model; ++i)
        model = timeline.span(i).clock == Clock::Model;
    recording.device.id = "csv";
    recording.device.name = "unknown device";
    recording.device.kind = model ? DeviceKind::Simulated : DeviceKind::Cuda;
    recording.device.concurrentKernels = true;
    setMakespanFromTimeline(recording);
    ImportReport &report = m_trace.report;
    report.format = "operations CSV of StreamScope";
    report.clockBase = "the start of the run";
    report.warnings.push_back(QT_TRANSLATE_NOOP("engine", "A CSV does not say which device ran, how many copy engines "
                                                          "it has, what memory copies used or when calls returned."));
}

FormatMatch matchCsv(std::string_view head)
{
    return head.starts_with("index,kind,name,") || head.starts_with("\"index\",\"kind\"") ? FormatMatch::Certain
                                                                                          : FormatMatch::No;
}

const RegisteredFormat registered{
    {"csv", "operations CSV of StreamScope", "csv", "", matchCsv,
     [](const InputFile &file, const ReaderInput &input) { return CsvReader(*file.bytes, input).read(); }}};

} // namespace

} // namespace streamscope
