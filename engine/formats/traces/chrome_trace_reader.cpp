// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/decimal.h"
#include "engine/formats/text/json_window.h"
#include "engine/formats/traces/chrome_event.h"
#include "engine/formats/traces/own_trace.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <array>
#include <climits>
#include <deque>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t longestName = longestChromeName;
constexpr std::size_t maxReasons = 200;         // different reasons for skipping that are told apart
constexpr std::uint64_t eventsPerStep = 4'096;  // between two looks at the stop token
constexpr std::int64_t noStream32 = 4294967295; // -1 as older files spell it

std::uint64_t correlationKey(std::optional<std::int64_t> correlation)
{
    return correlation && *correlation >= 0 ? static_cast<std::uint64_t>(*correlation) : TraceCall::noKey;
}

/// Why an event that is no span is skipped.
const char *otherPhase(std::string_view phase)
{
    if (phase == "s" || phase == "f" || phase == "t")
        return "flow event (correlation numbers join calls and operations)";
    if (phase == "i" || phase == "I" || phase == "R")
        return "instant event";
    return phase == "M"    ? "metadata event"
           : phase == "C"  ? "counter event"
           : phase.empty() ? "event without a phase"
                           : "event of another phase";
}

/// Of the categories that our own export writes.
HostEventKind hostEventKindOf(ChromeCategory category)
{
    return category == ChromeCategory::Operator      ? HostEventKind::Operator
           : category == ChromeCategory::Range       ? HostEventKind::Range
           : category == ChromeCategory::PythonFrame ? HostEventKind::PythonFrame
                                                     : HostEventKind::OsCall;
}

class ChromeReader
{
public:
    ChromeReader(ByteSource &source, const ReaderInput &input)
        : m_window(source, input.memory), m_input(input), m_builder(input.memory, input.options.hostEvents),
          m_own(input.memory)
    {}

    ImportedTrace read();

private:
    void readFile();
    void readObject();
    bool readMember();
    void findEvents();
    void readEvents();
    void readHeaderNumber(std::string_view key);
    const char *problemOf(std::optional<std::int64_t> start, std::optional<std::int64_t> duration) const;
    void takeEvent(const ChromeEvent &event);
    void takeForeign(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end);
    void takeOperation(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end);
    void takeCall(const ChromeEvent &event, std::int64_t start, std::int64_t end, bool driver);
    void takeSyncRow(const ChromeEvent &event, std::int64_t start, std::int64_t end);
    void takeOverhead(const ChromeEvent &event, std::int64_t start, std::int64_t end);
    void addTargets(const ChromeArguments &arguments, const std::optional<TraceRecord> &record);
    static std::optional<TraceRecord> recordOf(const ChromeEvent &event, const ChromeArguments &arguments);
    void takeOwn(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end);
    std::int32_t streamOf(const ChromeEvent &event, const ChromeArguments &arguments);
    std::uint32_t nameOf(std::string_view contents);
    void skip(std::string_view reason);
    void skipCategory(std::string_view category);
    void describe(ImportedTrace &trace);
    void warnOfOddities();
    void refuseOrSalvage(const std::string &what);

    JsonWindow m_window;
    const ReaderInput &m_input;
    ImportReport m_report;
    TraceBuilder m_builder;
    OwnTrace m_own;
    std::vector<ChromeDevice> m_devices;
    std::map<std::string_view, std::uint64_t> m_skippedCategories; ///< of the short names in m_categoryNames
    std::deque<std::string> m_categoryNames;
    std::string m_displayUnit, m_cupti;
    bool m_isKineto = false; ///< by the arguments of its events
    std::uint64_t m_syncRows = 0, m_waitRows = 0, m_graphRows = 0, m_unknownDirections = 0;
    std::pair<std::string, std::uint32_t> m_lastName; ///< neighbours often have one name
    bool m_foundEvents = false;
};

void ChromeReader::skip(std::string_view reason)
{
    if (const auto known = m_report.skipped.find(reason); known != m_report.skipped.end())
        ++known->second;
    else if (m_report.skipped.size() < maxReasons)
        m_report.skipped.emplace(reason, 1);
    else
        ++m_report.skipped["other"];
}

/// Categories come by the hundred thousand: this one makes no string for each.
void ChromeReader::skipCategory(std::string_view category)
{
    if (const auto known = m_skippedCategories.find(category); known != m_skippedCategories.end()) {
        ++known->second;
    } else if (m_skippedCategories.size() < maxReasons) {
        const std::string &name = m_categoryNames.emplace_back(category.substr(0, longestName));
        m_skippedCategories.emplace(name, 1);
    } else {
        skip("other category");
    }
}

std::uint32_t ChromeReader::nameOf(std::string_view contents)
{
    if (contents != m_lastName.first || m_builder.size() == 0) {
        m_lastName.first = contents;
        m_lastName.second = m_builder.intern(decodeJsonString(contents, longestName));
    }
    return m_lastName.second;
}

std::int32_t ChromeReader::streamOf(const ChromeEvent &event, const ChromeArguments &arguments)
{
    const auto device = arguments.device       ? arguments.device
                        : arguments.inDevice   ? arguments.inDevice // where a peer copy ran
                        : arguments.fromDevice ? arguments.fromDevice
                                               : parseInteger(event.process);
    std::string_view lane = event.thread; // "stream 7" in 2020
    if (const std::size_t space = lane.find(' '); lane.starts_with("stream ") && space != std::string_view::npos)
        lane = lane.substr(space + 1);
    while (!lane.empty() && lane.back() == ' ')
        lane.remove_suffix(1);
    const auto stream = arguments.stream ? arguments.stream : parseInteger(lane);
    if (!device || *device < 0 || *device >= TraceBuilder::maxDevices) {
        skip("GPU operation without a device");
        return -1;
    }
    if (!stream || *stream < 0 || *stream == noStream32) {
        skip("GPU operation without a stream");
        return -1;
    }
    const std::int64_t context = arguments.context.value_or(0);
    const std::int32_t index = m_builder.stream(static_cast<int>(*device), static_cast<std::uint64_t>(context), *stream,
                                                "context " + std::to_string(context));
    if (const auto priority = intWithin(arguments.priority, INT_MIN, INT_MAX))
        m_builder.describeStream(index, *priority, StreamRole::Ordinary);
    return index;
}

void ChromeReader::takeOperation(const ChromeEvent &event, ChromeCategory category, std::int64_t start,
                                 std::int64_t end)
{
    const ChromeArguments arguments = parseChromeArguments(event);
    m_isKineto = m_isKineto || arguments.isKineto;
    TraceOperation operation;
    operation.stream = streamOf(event, arguments);
    if (operation.stream < 0)
        return;
    operation.start = start;
    operation.end = end;
    operation.bytes = arguments.bytes.value_or(0);
    operation.call = correlationKey(arguments.correlation);
    if (category == ChromeCategory::Copy) {
        const CopyName copy = parseCopyName(event.name);
        operation.kind = copy.kind;
        operation.from = copy.from;
        operation.to = copy.to;
        m_unknownDirections += copy.known ? 0 : 1;
        if (copy.kind == OperationKind::Peer)
            operation.shape = TraceBuilder::peers(arguments.fromDevice.value_or(-1), arguments.toDevice.value_or(-1));
    } else {
        operation.kind = category == ChromeCategory::Memset ? OperationKind::Memset : OperationKind::Kernel;
        if (arguments.shape != LaunchShape())
            operation.shape = m_builder.internShape(arguments.shape);
        if (arguments.communicates)
            operation.collective = m_builder.collective(parseCollective(event));
    }
    operation.name = nameOf(event.name);
    m_builder.add(operation);
}

void ChromeReader::takeCall(const ChromeEvent &event, std::int64_t start, std::int64_t end, bool driver)
{
    const CallRole role = callRole(event.name);
    TraceCall call;
    call.begin = start;
    call.end = end;
    call.name = nameOf(event.name);
    call.thread = m_builder.hostThread(event.process, event.thread);
    call.kind = hostCallKind(event.name);
    call.driver = driver;
    ++m_report.host.calls;
    call.issues = role == CallRole::Issues;
    call.hasOwnSpan = role == CallRole::Synchronises;
    if (call.issues || call.kind != HostCallKind::Other) { // for the others nobody asks
        const ChromeArguments arguments = parseChromeArguments(event);
        m_isKineto = m_isKineto || arguments.isKineto;
        call.key = correlationKey(arguments.correlation);
    }
    m_builder.addCall(call);
}

/// The profiler's own work and the driver's: reported without the thread that did it.
void ChromeReader::takeOverhead(const ChromeEvent &event, std::int64_t start, std::int64_t end)
{
    TraceCall call;
    call.begin = start;
    call.end = end;
    call.name = nameOf(event.name);
    if (parseInteger(event.process).value_or(-1) >= 0)
        call.thread = m_builder.hostThread(event.process, event.thread);
    call.kind = overheadKind(event.name);
    m_builder.addCall(call);
}

/// Where the event that a stream waits for was recorded, on the device that waits.
std::optional<TraceRecord> ChromeReader::recordOf(const ChromeEvent &event, const ChromeArguments &arguments)
{
    const std::int64_t stream = arguments.waitOnStream.value_or(-1), call = arguments.waitOnRecord.value_or(-1);
    const auto device = arguments.device ? arguments.device : parseInteger(event.process);
    if (stream < 0 || stream == noStream32 || call < 0 || !device)
        return std::nullopt;
    return TraceRecord{static_cast<int>(*device), static_cast<std::uint64_t>(arguments.context.value_or(0)), stream,
                       static_cast<std::uint64_t>(call)};
}

/// The host's call has the times; the row has what the call is about.
void ChromeReader::addTargets(const ChromeArguments &arguments, const std::optional<TraceRecord> &record)
{
    TraceTarget target;
    target.call = correlationKey(arguments.correlation);
    target.device = intWithin(arguments.device, 0, TraceBuilder::maxDevices - 1).value_or(0);
    target.owner = static_cast<std::uint64_t>(arguments.context.value_or(0));
    if (const std::int64_t stream = arguments.stream.value_or(-1); stream != noStream32)
        target.stream = stream;
    if (record) {
        target.record = record->call;
        if (target.stream < 0)
            target.stream = record->stream;
        m_builder.addTarget({record->call, record->device, record->owner, record->stream, TraceCall::noKey});
    }
    m_builder.addTarget(target);
}

/// Rows about synchronisation: a stream's wait for an event belongs to the stream; the others repeat a call of the
/// host.
void ChromeReader::takeSyncRow(const ChromeEvent &event, std::int64_t start, std::int64_t end)
{
    ++m_syncRows;
    const ChromeArguments arguments = parseChromeArguments(event);
    const std::optional<TraceRecord> record = recordOf(event, arguments);
    if (arguments.correlation)
        addTargets(arguments, record);
    if (event.name != "Stream Wait Event") {
        skip("synchronisation row (the host's call is kept instead)");
        return;
    }
    TraceOperation operation;
    operation.stream = streamOf(event, arguments);
    if (operation.stream < 0)
        return;
    ++m_waitRows;
    operation.start = start;
    operation.end = end;
    operation.name = nameOf(event.name);
    operation.call = correlationKey(arguments.correlation);
    m_builder.addWait(operation, record);
}

/// An event of our own export: an operation, a call of the host, both in one, an event of the host, or an aid to
/// readers of pictures.
void ChromeReader::takeOwn(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end)
{
    const ChromeArguments arguments = parseChromeArguments(event);
    const auto cursorAt = [&event](const char *object) {
        return JsonCursor(object, event.end,
                          event.argumentsOffset + static_cast<std::uint64_t>(object - event.arguments), true);
    };
    if (arguments.ours) {
        JsonCursor cursor = cursorAt(arguments.ours);
        m_own.readSpan(cursor, event.name, start, end);
        m_own.describeLaunch(arguments.shape);
        if (arguments.communicates)
            m_own.describeCollective(parseCollective(event));
    }
    if (arguments.ourCall) {
        JsonCursor cursor = cursorAt(arguments.ourCall);
        m_own.readCall(cursor, event.name, start, end);
    }
    if (arguments.ourEvent && m_input.options.hostEvents) {
        JsonCursor cursor = cursorAt(arguments.ourEvent);
        m_own.readEvent(cursor, hostEventKindOf(category), event.name, start, end);
    }
    if (!arguments.ours && !arguments.ourCall && !arguments.ourEvent)
        skip("drawing aid of StreamScope's export");
}

/// Why an event with these times is skipped; null for a sound one.
const char *ChromeReader::problemOf(std::optional<std::int64_t> start, std::optional<std::int64_t> duration) const
{
    if (!start || !duration)
        return !start ? "event whose start is no time" : "event whose duration is no time";
    if (*duration < 0)
        return "event of negative duration";
    const std::int64_t begin = *start - m_own.offset();
    return isTimeInRange(begin) && isTimeInRange(begin + *duration) ? nullptr : "event whose times are out of range";
}

void ChromeReader::takeEvent(const ChromeEvent &event)
{
    ++m_report.eventsRead;
    if (event.phase == "M" && !m_own.hasHeader())
        nameChromeThread(event, m_builder);
    if (event.phase != "X") {
        skip(otherPhase(event.phase));
        return;
    }
    const ChromeCategory category = chromeCategory(event.category);
    if (category == ChromeCategory::Other && event.category != "streamscope") {
        skipCategory(event.category);
        return;
    }
    const auto start = parseMicroseconds(event.time);
    const auto duration = event.duration.empty() ? std::optional<std::int64_t>(0) : parseMicroseconds(event.duration);
    if (const char *problem = problemOf(start, duration)) {
        skip(problem);
        return;
    }
    if (m_own.hasHeader())
        takeOwn(event, category, *start, *start + *duration);
    else
        takeForeign(event, category, *start, *start + *duration);
}

void ChromeReader::takeForeign(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end)
{
    switch (category) {
    case ChromeCategory::Kernel:
    case ChromeCategory::Copy:
    case ChromeCategory::Memset:
        takeOperation(event, category, start, end);
        break;
    case ChromeCategory::Runtime:
        takeCall(event, start, end, false);
        break;
    case ChromeCategory::Driver:
        takeCall(event, start, end, true);
        break;
    case ChromeCategory::Sync:
        takeSyncRow(event, start, end);
        break;
    case ChromeCategory::Overhead:
        takeOverhead(event, start, end);
        break;
    case ChromeCategory::Operator:
    case ChromeCategory::Range:
    case ChromeCategory::PythonFrame:
        takeChromeHostEvent(event, category, start, end, m_builder, m_report.host);
        break;
    case ChromeCategory::Other: // ours, without our header
        skip("drawing aid of StreamScope's export");
        break;
    }
}

void ChromeReader::readEvents()
{
    m_foundEvents = true;
    m_window.unit([](JsonCursor &cursor) { cursor.expect('['); });
    if (m_window.unit([](JsonCursor &cursor) { return cursor.consumeIf(']'); }))
        return;
    for (std::uint64_t i = 1;; ++i) {
        if (i % eventsPerStep == 0)
            m_input.control.step(m_window.source().done(), m_window.source().total());
        const char next = m_window.unit([](JsonCursor &cursor) { return cursor.peek(); });
        if (next == ']') // behind a trailing comma
            break;
        if (next == '{')
            takeEvent(m_window.unit(parseChromeEvent));
        else
            m_window.unit([](JsonCursor &cursor) {
                cursor.fail(QT_TRANSLATE_NOOP("engine", "an event, { … }, should be here"));
            });
        if (!m_window.unit([](JsonCursor &cursor) { return cursor.consumeIf(','); }))
            break;
    }
    m_window.unit([](JsonCursor &cursor) { cursor.expect(']'); });
}

/// One member of the top-level object; false when none follows.
bool ChromeReader::readMember()
{
    const std::string key = m_window.unit([](JsonCursor &cursor) {
        std::string name(cursor.string().substr(0, longestName));
        cursor.expect(':');
        return name;
    });
    const char next = m_window.unit([](JsonCursor &cursor) { return cursor.peek(); });
    const bool scalar = next != '{' && next != '[';
    const auto text = [this] { return m_window.unit([](JsonCursor &cursor) { return std::string(cursor.text()); }); };
    if (key == "traceEvents" && next == '[')
        readEvents();
    else if (key == "deviceProperties" && next == '[')
        m_devices = m_window.unit(parseChromeDevices);
    else if (key == "distributedInfo" && next == '{')
        m_window.unit([this](JsonCursor &cursor) { parseChromeRank(cursor, m_report.rank, m_report.worldSize); });
    else if (key == "streamscope" && next == '{')
        m_window.unit([this](JsonCursor &cursor) { m_own.readHeader(cursor); });
    else if (key == "baseTimeNanoseconds" && scalar)
        m_report.baseTimeNs = parseInteger(text());
    else if (key == "displayTimeUnit" && scalar)
        m_displayUnit = text();
    else if (key == "cupti_version" && scalar)
        m_cupti = text();
    else
        m_window.skipValue();
    return m_window.unit([](JsonCursor &cursor) { return cursor.consumeIf(','); });
}

void ChromeReader::readObject()
{
    m_window.unit([](JsonCursor &cursor) { cursor.expect('{'); });
    if (m_window.unit([](JsonCursor &cursor) { return cursor.consumeIf('}'); }))
        return;
    while (readMember())
        ;
    m_window.unit([](JsonCursor &cursor) { cursor.expect('}'); });
}

void ChromeReader::readFile()
{
    if (m_window.unit([](JsonCursor &cursor) { return cursor.peek(); }) == '[')
        readEvents();
    else
        readObject();
    if (!m_window.atEnd())
        throw JsonError(m_window.offset(), QT_TRANSLATE_NOOP("engine", "something stands behind the end of the trace"));
}

void ChromeReader::refuseOrSalvage(const std::string &what)
{
    const std::size_t kept = m_builder.size() + m_own.size();
    const std::string whole =
        std::to_string(m_report.eventsRead) + (m_report.eventsRead == 1 ? " whole event" : " whole events");
    if (!m_input.options.salvage)
        throw InputError(m_input.name, Phrase("engine", "%1; %2 before it, %3 of them kept").arg(what, whole, kept),
                         Remedy::Salvage);
    m_report.brokenAt = what;
    m_report.warnings.push_back(
        Phrase("engine", "The file is broken: %1. Here is what stands before that: %2.").arg(what, whole));
}

/// The header is broken, the events need not be.
void ChromeReader::findEvents()
{
    if (m_window.findText("\"traceEvents\"")) {
        m_window.unit([](JsonCursor &cursor) { cursor.expect(':'); });
        readEvents();
    }
}

ImportedTrace ChromeReader::read()
{
    const auto broken = [](const JsonError &error) {
        return Phrase("engine", "broken JSON at byte %1: %2").arg(error.offset, error.what());
    };
    try {
        readFile();
    } catch (const JsonError &error) {
        std::string what = broken(error);
        if (m_input.options.salvage && !m_foundEvents) {
            try {
                findEvents();
            } catch (const JsonError &second) {
                what += "; " + broken(second);
            } catch (const InputError &second) {
                what += std::string("; ") + second.what();
            }
        }
        refuseOrSalvage(what);
    } catch (const InputError &error) { // packed data that breaks
        refuseOrSalvage(error.problem);
    }
    ImportedTrace trace;
    describe(trace);
    return trace;
}

void ChromeReader::warnOfOddities()
{
    if (!m_foundEvents)
        m_report.warnings.push_back(
            QT_TRANSLATE_NOOP("engine", "There is no list of events (traceEvents) in this file."));
    if (m_window.oddNumbers() > 0)
        m_report.warnings.push_back(
            Phrase("engine", "%1 values are NaN or infinite, which JSON does not have; they were passed over.")
                .arg(m_window.oddNumbers()));
    if (m_syncRows > 0)
        m_report.warnings.push_back(
            Phrase("engine", "%1 synchronisation rows (cuda_sync): they are waiting, not work, and count as neither "
                             "busy nor idle. Waits of a stream for an event among them: %2.")
                .arg(m_syncRows, m_waitRows));
    if (m_unknownDirections > 0)
        m_report.warnings.push_back(
            Phrase("engine", "%1 copies do not say their direction; they count as copies on the device.")
                .arg(m_unknownDirections));
    if (!m_own.hasHeader() && m_builder.size() > 0)
        m_report.warnings.push_back(QT_TRANSLATE_NOOP(
            "engine",
            "The file does not say how many copy engines the device has; one per direction is assumed for the bound."));
}

void ChromeReader::describe(ImportedTrace &trace)
{
    for (const auto &[category, count] : m_skippedCategories)
        m_report.skipped["category " + (category.empty() ? std::string("(none)") : decodeJsonString(category))] +=
            count;
    warnOfOddities();
    DeviceInfo &device = trace.recording.device;
    device.kind = DeviceKind::Cuda;
    device.id = "trace";
    device.name = "unknown GPU";
    device.concurrentKernels = true;
    for (const ChromeDevice &known : m_devices)
        m_report.devices.push_back({known.id, known.name});
    if (!m_devices.empty())
        m_devices.front().describe(device);
    if (m_devices.size() > 1) // one may be all that the process saw
        device.machineDevices = static_cast<int>(m_devices.size());
    m_report.format = "Chrome trace JSON";
    trace.report = std::move(m_report);
    ImportReport &report = trace.report;
    if (m_own.hasHeader()) {
        report.format += " of StreamScope";
        report.clockBase = "the start of the run";
        m_own.finish(trace.recording);
        for (const OperationKind kind : trace.recording.timeline.kinds())
            ++report.kept[static_cast<std::size_t>(kind)];
        report.calls = trace.recording.timeline.hostCalls().size();
        report.host = m_own.hostCounts(trace.recording.timeline);
        report.devices = {{0, trace.recording.device.name}};
        return;
    }
    if (m_cupti.empty() && m_isKineto)
        report.format += " (Kineto)"; // a file without the usual header
    else if (!m_cupti.empty())
        report.format += " (Kineto, CUPTI " + decodeJsonString(m_cupti, 32) + ")";
    report.host.threads = m_builder.hostThreads();
    m_builder.finish(trace);
    report.clockBase = report.baseTimeNs ? "the trace's base time, in microseconds"
                       : report.originNs > 1'000'000'000'000'000'000
                           ? "1970 (absolute epoch microseconds)"
                           : "a clock of the tool that wrote it, in microseconds";
}

FormatMatch matchChrome(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (head[first] != '{' && head[first] != '['))
        return FormatMatch::No;
    const auto names = [head](std::string_view text) { return head.find(text) != std::string_view::npos; };
    // Files of ours name their format at once; a trace never does.
    const bool isTrace = !names("\"streamscope-preset\"") && !names("\"streamscope-program\"")
                         && (names("\"traceEvents\"") || names("\"ph\"") || names("\"deviceProperties\"")
                             || names("\"schemaVersion\"") || names("\"streamscope\""));
    return isTrace ? FormatMatch::Certain : FormatMatch::Possible;
}

ImportedTrace readChrome(const InputFile &file, const ReaderInput &input)
{
    std::array<char, byteOrderMark.size()> passed{};
    if (file.bytes->head().starts_with(byteOrderMark))
        file.bytes->read(passed.data(), passed.size());
    return ChromeReader(*file.bytes, input).read();
}

const RegisteredFormat registered{
    {"chrome", "Chrome trace JSON (PyTorch, Kineto, StreamScope)", "json", "", matchChrome, readChrome}};

} // namespace

} // namespace streamscope
