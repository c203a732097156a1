// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/trace_import.h"

#include "engine/formats/io/gzip_source.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/program/text/translatable.h"
#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace streamscope {

namespace {

constexpr std::string_view gzipMark = "\x1f\x8b";

/// The format that the file certainly has, or else the first one that is possible; null when none is.
const TraceFormat *formatOf(std::string_view head, FormatMatch atLeast)
{
    if (head.starts_with(byteOrderMark))
        head.remove_prefix(byteOrderMark.size());
    for (const FormatMatch wanted : {FormatMatch::Certain, atLeast})
        for (const TraceFormat &format : traceFormats())
            if (format.match(head) >= wanted)
                return &format;
    return nullptr;
}

/// What an unknown file may be, and what to do about it.
std::string hintFor(std::string_view head)
{
    using namespace std::string_view_literals;
    if (head.empty())
        return QT_TRANSLATE_NOOP("engine", "the file is empty");
    if (head.starts_with("\x28\xb5\x2f\xfd"sv))
        return QT_TRANSLATE_NOOP("engine", "this is zstd data; unpack it first");
    if (head.starts_with("PK\x03\x04"sv))
        return QT_TRANSLATE_NOOP("engine", "this is a zip archive; unpack it first");
    if (head.starts_with("BZh"sv) || head.starts_with("\xfd\x37zXZ"sv))
        return QT_TRANSLATE_NOOP("engine", "this is bzip2 or xz data; unpack it first");
    if (head.starts_with("\xff\xfe"sv) || head.starts_with("\xfe\xff"sv))
        return QT_TRANSLATE_NOOP("engine", "this is UTF-16 text; traces are UTF-8");
    if (head.starts_with(gzipMark))
        return QT_TRANSLATE_NOOP("engine", "packed twice");
    std::string text = Phrase("engine", "expected %1").arg(traceFormatsText());
    for (const TraceFormat &format : traceFormats())
        text += (*format.origin ? "; " : "") + std::string(format.origin);
    return text;
}

/// "3 threads: 9292 calls, 24378 operators"; empty without such events.
std::string hostText(const HostEventCounts &host)
{
    std::string events;
    for (const auto &[count, what] : {std::pair{host.calls, " calls"},
                                      {host.operators, " operators"},
                                      {host.ranges, " ranges"},
                                      {host.pythonFrames, " Python frames"}})
        if (count > 0)
            events += (events.empty() ? "" : ", ") + std::to_string(count) + what;
    return events.empty() ? std::string()
                          : std::to_string(host.threads) + (host.threads == 1 ? " thread: " : " threads: ") + events;
}

void complete(ImportedTrace &trace, const std::string &name)
{
    trace.report.source = name;
    if (trace.report.keptInAll() == 0)
        trace.report.warnings.push_back(QT_TRANSLATE_NOOP(
            "engine", "The file holds no operation of a GPU: there is nothing to draw or to analyse."));
    trace.recording.notes = trace.report.warnings;
}

} // namespace

HostEventCounts countsOfHost(const Timeline &timeline)
{
    HostEventCounts counts;
    std::set<std::int32_t> threads;
    for (const HostCall &call : timeline.hostCalls())
        threads.insert(call.thread);
    counts.calls = timeline.hostCalls().size();
    if (const HostEvents *events = timeline.hostEvents()) {
        for (const EventThread &thread : events->threads())
            threads.insert(thread.number);
        counts.operators = events->count(HostEventKind::Operator);
        counts.ranges = events->count(HostEventKind::Range);
        counts.pythonFrames = events->count(HostEventKind::PythonFrame);
    }
    counts.threads = threads.size();
    return counts;
}

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
    const bool packed = file.bytes->head().starts_with(gzipMark);
    if (packed) {
        file.bytes = std::make_unique<PeekedSource>(unpackGzip(std::move(file.bytes), file.path));
        file.regular = false;
    }
    const TraceFormat *format = formatOf(file.bytes->head(), FormatMatch::Possible);
    if (!format)
        throw InputError(input.name,
                         Phrase("engine", "not a trace that StreamScope knows: %1").arg(hintFor(file.bytes->head())));
    ImportedTrace trace = format->read(file, input);
    if (trace.report.bytesRead == 0)
        trace.report.bytesRead = file.bytes->bytesRead();
    if (packed)
        trace.report.format += ", gzip";
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
    return head.starts_with(gzipMark) || formatOf(head, FormatMatch::Certain);
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
    if (report.calls > 0)
        lines.push_back("calls kept  " + std::to_string(report.calls) + " of the host");
    if (const std::string text = hostText(report.host); !text.empty())
        lines.push_back("host        " + text);
    if (report.recordedCallNs)
        lines.push_back("recording   made each call at least " + std::to_string(*report.recordedCallNs)
                        + " ns longer, as the recorder measured");
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
