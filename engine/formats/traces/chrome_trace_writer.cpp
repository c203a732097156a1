// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/chrome_trace_writer.h"

#include "engine/device/number_text.h"
#include "engine/formats/text/csv_text.h"
#include "engine/formats/traces/chrome_names.h"
#include "engine/formats/traces/own_host_events.h"
#include "engine/timeline/free_rows.h"
#include "engine/timeline/lanes.h"
#include "engine/timeline/origins/device_ranges.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <functional>
#include <map>

namespace streamscope {

namespace {

constexpr std::size_t pieceSize = std::size_t{1} << 20;
constexpr int hostProcess = 1;
constexpr int firstGpuProcess = 2; // Perfetto takes a 0 for something else

class TraceWriter
{
public:
    using Store = std::function<void(std::string_view)>;

    TraceWriter(const Recording &recording, const ImportReport *import, Store store, WriteStep step = {})
        : m_recording(recording), m_timeline(recording.timeline), m_calls(recording.timeline.hostCalls()),
          m_events(recording.timeline.hostEvents()), m_import(import), m_store(std::move(store)),
          m_step(std::move(step)), m_offset(std::max<std::int64_t>(0, -firstTime()))
    {}

    void write()
    {
        writeHeader();
        writeStreams();
        writeHost();
        writeHostEvents();
        writeDeviceRanges();
        writeOthers();
        writeCounters();
        m_text += "\n]}\n";
        m_store(m_text);
    }

private:
    void writeHeader();
    void writeStreams();
    void writeHost();
    void writeHostEvents();
    void writeDeviceRanges();
    void writeOthers();
    void writeCounters();

    /// Where an event stands: in which process and in which row of it.
    struct Place
    {
        int process, thread;
    };
    void writeMetadata(Place place, const char *name, const char *key, const std::string &value);
    void nameProcess(int process, const std::string &name, int order);
    std::vector<int> nameRows(int process, const std::string &name, int rows);
    void beginEvent(char phase, Place place, std::int64_t time);
    void endEvent();
    void writeOperation(std::uint32_t index, Place place, std::int64_t begin, std::int64_t end);
    void writeCall(std::uint32_t index, const Span &span, Place place);
    void writeOnHost(std::uint32_t index, Place place);
    void writeHostCalls();
    void writeHostCall(std::uint32_t index, Place place);
    void writeArrow(std::uint32_t index, Place from, std::int64_t issue);
    void writeCallFields(std::uint32_t index, std::string_view shown, std::int64_t begin, std::int64_t end);
    std::uint32_t ownCall(std::uint32_t span) const;
    void writeLaunch(std::uint32_t index);
    std::string threadName(std::int32_t thread) const;
    void writeEventLinks(std::uint32_t index);
    void writeArguments(std::uint32_t index, const Span &span, const std::string &name, std::int64_t begin,
                        std::int64_t end);
    void add(const char *key, std::integral auto value)
    {
        m_text += std::string(",\"") + key + "\":" + std::to_string(value);
    }
    std::int64_t firstTime() const
    {
        std::int64_t first = m_calls.empty() ? m_timeline.begin() : std::min(m_timeline.begin(), m_calls[0].begin);
        if (m_events)
            for (const EventThread &thread : m_events->threads())
                first = std::min(first, m_events->begin(thread.first));
        return first;
    }
    std::int64_t streamNumber(std::int32_t stream) const;
    bool onStreamLane(const Span &span) const { return span.stream >= 0 && span.kind != OperationKind::Sync; }

    const Recording &m_recording;
    const Timeline &m_timeline;
    const HostCalls &m_calls;
    const HostEvents *m_events;
    const ImportReport *m_import;
    Store m_store;
    WriteStep m_step;
    std::uint64_t m_done = 0; ///< operations, calls and host events
    std::string m_text;
    std::int64_t m_offset; ///< makes every time positive
    int m_nextThread = 1;
    bool m_firstEvent = true;
    std::vector<bool> m_written;
    std::vector<int> m_thread;                                       ///< of each span on a stream lane, for its arrow
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_ownCalls; ///< synchronisations: span and call, by span
};

/// A stream's number where its id is one; else one that no other stream of the file has.
std::int64_t TraceWriter::streamNumber(std::int32_t stream) const
{
    const std::string &id = m_timeline.streams()[stream].id;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    const bool whole = error == std::errc() && end == id.data() + id.size() && number >= 0 && number < 1'000'000;
    return whole ? number : 1'000'000 + stream;
}

void TraceWriter::writeHeader()
{
    const DeviceInfo &device = m_recording.device;
    m_text = "{\"schemaVersion\":1,\n\"streamscope\":{\"format\":\"streamscope-trace\",\"version\":1";
    add("offset_ns", m_offset);
    add("globaltimer_step_ns", m_timeline.globalTimerStep());
    m_text += ",\"device\":{\"id\":" + quotedJson(device.id) + ",\"name\":" + quotedJson(device.name) + ",\"kind\":\""
              + (device.kind == DeviceKind::Cuda ? "cuda" : "simulated") + "\"";
    add("async_engine_count", device.asyncEngineCount);
    if (device.multiprocessors)
        add("multiprocessors", *device.multiprocessors);
    const auto list = [](const std::vector<std::int64_t> &values) {
        std::string text;
        for (const std::int64_t value : values)
            text += (text.empty() ? "" : ",") + std::to_string(value);
        return "[" + text + "]";
    };
    m_text += "},\"makespan_ns\":{\"plain\":" + list(m_recording.makespans.plain)
              + ",\"instrumented\":" + std::to_string(m_recording.makespans.instrumented)
              + ",\"instrumented_samples\":" + list(m_recording.makespans.instrumentedSamples) + "},\"streams\":[";
    for (const TimelineStream &stream : m_timeline.streams()) {
        m_text += (&stream == m_timeline.streams().data() ? "" : ",") + std::string("{\"id\":") + quotedJson(stream.id);
        add("device", stream.device);
        add("priority", stream.priority);
        add("role", static_cast<int>(stream.role));
        m_text += '}';
    }
    m_text += "]" + hostHeaderJson(m_events, m_import);
    m_text += "},\n\"deviceProperties\":[";
    int most = 0;
    for (const TimelineStream &stream : m_timeline.streams())
        most = std::max(most, stream.device);
    for (int i = 0; i <= most; ++i) {
        m_text += (i ? "," : "") + std::string("{\"id\":") + std::to_string(i) + ",\"name\":" + quotedJson(device.name);
        if (device.multiprocessors)
            add("numSms", *device.multiprocessors);
        m_text += '}';
    }
    m_text += "],\n\"displayTimeUnit\":\"ns\",\n";
    if (m_import && m_import->baseTimeNs)
        m_text +=
            "\"baseTimeNanoseconds\":" + std::to_string(*m_import->baseTimeNs + m_import->originNs - m_offset) + ",\n";
    m_text += "\"traceEvents\":[\n";
}

void TraceWriter::beginEvent(char phase, Place place, std::int64_t time)
{
    m_text += m_firstEvent ? "{\"ph\":\"" : ",\n{\"ph\":\"";
    m_firstEvent = false;
    m_text += phase;
    m_text += "\",\"pid\":" + std::to_string(place.process) + ",\"tid\":" + std::to_string(place.thread)
              + ",\"ts\":" + csvMicroseconds(time + m_offset);
}

void TraceWriter::endEvent()
{
    m_text += '}';
    if (m_text.size() > pieceSize) {
        m_store(m_text);
        m_text.clear();
        if (m_step)
            m_step(m_done, m_timeline.size() + m_calls.size() + (m_events ? m_events->size() : 0));
    }
}

void TraceWriter::writeMetadata(Place place, const char *name, const char *key, const std::string &value)
{
    beginEvent('M', place, -m_offset);
    m_text += std::string(",\"name\":\"") + name + "\",\"args\":{\"" + key + "\":" + value + "}";
    endEvent();
}

void TraceWriter::nameProcess(int process, const std::string &name, int order)
{
    const Place place{process, m_nextThread};
    writeMetadata(place, "process_name", "name", quotedJson(name));
    writeMetadata(place, "process_sort_index", "sort_index", std::to_string(order));
}

/// A thread for each sub-row of a lane; no two of the file have one number.
std::vector<int> TraceWriter::nameRows(int process, const std::string &name, int rows)
{
    std::vector<int> threads;
    for (int row = 0; row < rows; ++row) {
        const int thread = m_nextThread++;
        threads.push_back(thread);
        const std::string title = row == 0 ? name : name + " (overlap " + std::to_string(row) + ")";
        writeMetadata({process, thread}, "thread_name", "name", quotedJson(title));
        writeMetadata({process, thread}, "thread_sort_index", "sort_index", std::to_string(thread));
    }
    return threads;
}

/// `name`, `begin` and `end` are those of the event, which may show something else than the operation's execution.
void TraceWriter::writeArguments(std::uint32_t index, const Span &span, const std::string &name, std::int64_t begin,
                                 std::int64_t end)
{
    m_text += ",\"args\":{";
    if (onStreamLane(span)) {
        m_text += "\"device\":" + std::to_string(m_timeline.streams()[span.stream].device);
        add("context", 1);
        add("stream", streamNumber(span.stream));
        add("correlation", index + 1);
        if (isCopy(span.kind) || span.kind == OperationKind::Memset)
            add("bytes", span.bytes);
        if (isCopy(span.kind) && span.duration() > 0)
            m_text += ",\"memory bandwidth (GB/s)\":"
                      + significantText(static_cast<double>(span.bytes) / static_cast<double>(span.duration()), 6);
        writeLaunch(index);
        m_text += ',';
    }
    m_text += "\"streamscope\":{\"index\":" + std::to_string(index);
    m_text += ",\"kind\":\"" + std::string(kindName(span.kind)) + "\",\"engine\":\""
              + std::string(engineName(span.engine)) + "\",\"clock\":\"" + std::string(clockName(span.clock)) + "\"";
    add("stream", span.stream);
    if (m_timeline.name(span.name) != name)
        m_text += ",\"name\":" + quotedJson(m_timeline.name(span.name));
    if (span.chunk >= 0)
        add("chunk", span.chunk);
    if (span.thread > 0)
        add("thread", span.thread);
    if (span.bytes > 0)
        add("bytes", span.bytes);
    if (begin != span.start || end != span.end) {
        add("start_ns", span.start);
        add("end_ns", span.end);
    }
    for (const auto &[key, time] : {std::pair("issue_ns", span.issue), std::pair("ready_ns", span.ready),
                                    std::pair("returned_ns", span.returned)})
        if (time != unknownTime)
            add(key, time);
    if (span.from != MemoryKind::Unknown)
        m_text += ",\"from\":\"" + std::string(memoryKindName(span.from)) + "\"";
    if (span.to != MemoryKind::Unknown)
        m_text += ",\"to\":\"" + std::string(memoryKindName(span.to)) + "\"";
    writeEventLinks(index);
    m_text += originJson(m_timeline.origins(), index);
    m_text += '}';
    if (const std::uint32_t call = ownCall(index); call != HostCall::none) {
        m_text += ',';
        writeCallFields(call, name, begin, end);
    }
    m_text += '}';
}

/// As Kineto writes it.
void TraceWriter::writeLaunch(std::uint32_t index)
{
    if (const LaunchShape *shape = m_timeline.launchShape(index)) {
        const auto extent = [this](const char *key, const std::array<std::uint32_t, 3> &counts) {
            m_text += std::string(",\"") + key + "\":[" + std::to_string(counts[0]) + "," + std::to_string(counts[1])
                      + "," + std::to_string(counts[2]) + "]";
        };
        add("registers per thread", shape->registers);
        add("shared memory", shape->sharedMemory);
        extent("grid", shape->grid);
        extent("block", shape->block);
    }
    if (const Collective *collective = m_timeline.collective(index)) {
        m_text += ",\"Collective name\":" + quotedJson(collective->name)
                  + ",\"Process Group Name\":" + quotedJson(collective->communicator) + ",\"dtype\":\"Byte\"";
        add("In msg nelems", collective->bytes);
        add("Group size", collective->ranks);
        if (collective->sequence >= 0)
            add("Seq", collective->sequence);
    }
}

/// The call that span `span` itself is; none.
std::uint32_t TraceWriter::ownCall(std::uint32_t span) const
{
    const auto found = std::lower_bound(m_ownCalls.begin(), m_ownCalls.end(), std::pair(span, std::uint32_t{0}));
    return found != m_ownCalls.end() && found->first == span ? found->second : HostCall::none;
}

/// The fields of a call that the event, which is `shown` from `begin` to `end`, does not say.
void TraceWriter::writeCallFields(std::uint32_t index, std::string_view shown, std::int64_t begin, std::int64_t end)
{
    const HostCall &call = m_calls[index];
    m_text += "\"streamscope_call\":{\"index\":" + std::to_string(index) + ",\"kind\":\""
              + std::string(hostCallKindName(call.kind)) + "\"";
    if (m_timeline.name(call.name) != shown)
        m_text += ",\"name\":" + quotedJson(m_timeline.name(call.name));
    if (call.begin != begin || call.end != end) {
        add("begin_ns", call.begin);
        add("end_ns", call.end);
    }
    if (call.thread > 0)
        add("thread", call.thread);
    if (call.stream >= 0)
        add("stream", call.stream);
    if (call.record != HostCall::none)
        add("record", call.record);
    if (call.result != 0)
        add("result", call.result);
    if (call.spans > 0) {
        add("first_span", call.firstSpan);
        add("spans", call.spans);
    }
    m_text += '}';
}

void TraceWriter::writeEventLinks(std::uint32_t index)
{
    const std::vector<EventLink> &links = m_timeline.eventLinks();
    const auto first =
        std::partition_point(links.begin(), links.end(), [index](const EventLink &link) { return link.to < index; });
    const auto past = std::find_if(first, links.end(), [index](const EventLink &link) { return link.to != index; });
    if (first == past)
        return;
    for (auto link = first; link != past; ++link)
        m_text += (link == first ? ",\"waits_for\":[" : ",") + std::to_string(link->from);
    m_text += ']';
}

void TraceWriter::writeOperation(std::uint32_t index, Place place, std::int64_t begin, std::int64_t end)
{
    const Span span = m_timeline.span(index);
    const std::string name = chromeName(m_timeline, span);
    beginEvent('X', place, begin);
    m_text += ",\"dur\":" + csvMicroseconds(end - begin) + ",\"cat\":\"" + chromeCategoryOf(span.kind)
              + "\",\"name\":" + quotedJson(name);
    writeArguments(index, span, name, begin, end);
    endEvent();
    m_written[index] = true;
    ++m_done;
}

void TraceWriter::writeStreams()
{
    m_written.assign(m_timeline.size(), false);
    m_thread.assign(m_timeline.size(), 0);
    std::map<int, bool> named;
    for (const Lane &lane : buildLanes(m_timeline, m_recording.device, Grouping::Streams)) {
        const int process = firstGpuProcess + lane.device;
        if (!std::exchange(named[lane.device], true))
            nameProcess(process, "GPU " + std::to_string(lane.device) + ": " + m_recording.device.name,
                        lane.device + 1);
        if (lane.stream < 0)
            continue;
        const std::vector<int> threads =
            nameRows(process, "stream " + m_timeline.streams()[lane.stream].id, static_cast<int>(lane.rows.size()));
        for (std::size_t row = 0; row < lane.rows.size(); ++row)
            for (std::size_t i = lane.rows[row].first; i < lane.rows[row].past; ++i) {
                const std::uint32_t index = lane.spans[i];
                m_thread[index] = threads[row];
                writeOperation(index, {process, m_thread[index]}, m_timeline.starts()[index], m_timeline.ends()[index]);
            }
    }
}

/// From a call that stands at `from` to where the operation starts.
void TraceWriter::writeArrow(std::uint32_t index, Place from, std::int64_t issue)
{
    const Place to{firstGpuProcess + m_timeline.device(index), m_thread[index]};
    const std::int64_t start = m_timeline.starts()[index];
    if (start < issue)
        return; // an arrow back in time is none
    for (const auto &[phase, at, time] : {std::tuple('s', from, issue), std::tuple('f', to, start)}) {
        beginEvent(phase, at, time);
        m_text += ",\"id\":" + std::to_string(index + 1) + ",\"cat\":\"ac2g\",\"name\":\"ac2g\"";
        m_text += phase == 'f' ? ",\"bp\":\"e\"" : "";
        endEvent();
    }
}

/// The call that issued an operation, where the timeline has no calls but knows their times.
void TraceWriter::writeCall(std::uint32_t index, const Span &span, Place place)
{
    beginEvent('X', place, span.issue);
    m_text += ",\"dur\":" + csvMicroseconds(span.returned - span.issue) + ",\"cat\":\"cuda_runtime\",\"name\":\""
              + chromeCallName(span.kind) + "\",\"args\":{\"correlation\":" + std::to_string(index + 1) + "}";
    endEvent();
    writeArrow(index, place, span.issue);
}

void TraceWriter::writeHostCall(std::uint32_t index, Place place)
{
    const HostCall &call = m_calls[index];
    const bool overhead = call.kind == HostCallKind::Profiler || call.kind == HostCallKind::DriverWork;
    const std::string &name = m_timeline.name(call.name);
    beginEvent('X', place, call.begin);
    m_text += ",\"dur\":" + csvMicroseconds(call.duration()) + ",\"cat\":\"" + (overhead ? "overhead" : "cuda_runtime")
              + "\",\"name\":" + quotedJson(name) + ",\"args\":{";
    if (call.spans > 0)
        m_text += "\"correlation\":" + std::to_string(call.firstSpan + 1) + ",";
    writeCallFields(index, name, call.begin, call.end);
    m_text += '}';
    endEvent();
    ++m_done;
    for (std::uint32_t i = call.firstSpan; i < call.firstSpan + call.spans; ++i)
        if (m_thread[i] > 0)
            writeArrow(i, place, call.begin);
}

/// All calls but those that are operations, too. What profilers report beside the calls has rows of its own.
void TraceWriter::writeHostCalls()
{
    std::map<std::pair<bool, int>, std::vector<std::uint32_t>> groups; // overhead and thread
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
        const HostCall &call = m_calls[i];
        const bool overhead = call.kind == HostCallKind::Profiler || call.kind == HostCallKind::DriverWork;
        if (call.spans == 0 || ownCall(call.firstSpan) != i)
            groups[{overhead, call.thread}].push_back(i);
    }
    for (auto &[group, calls] : groups) {
        RowLayout layout;
        for (const std::uint32_t i : calls)
            layout.add(m_calls[i].begin, m_calls[i].end);
        layout.sortByRow(calls.data());
        const std::vector<int> threads =
            nameRows(hostProcess, (group.first ? "profiler and driver, " : "calls of ") + threadName(group.second),
                     static_cast<int>(layout.counts().size()));
        std::size_t at = 0;
        for (std::size_t row = 0; row < threads.size(); ++row)
            for (const std::size_t past = at + layout.counts()[row]; at < past; ++at)
                writeHostCall(calls[at], {hostProcess, threads[row]});
    }
}

void TraceWriter::writeHost()
{
    const std::vector<Lane> lanes = buildLanes(m_timeline, m_recording.device, Grouping::Host);
    if (lanes.empty() && m_calls.empty())
        return;
    for (std::uint32_t i = 0; i < m_calls.size(); ++i)
        if (const HostCall &call = m_calls[i];
            call.spans == 1 && m_timeline.kinds()[call.firstSpan] == OperationKind::Sync)
            m_ownCalls.emplace_back(call.firstSpan, i);
    std::sort(m_ownCalls.begin(), m_ownCalls.end());
    nameProcess(hostProcess, "Host", 0);
    for (const Lane &lane : lanes) {
        const auto issued = [this](std::uint32_t span) { return onStreamLane(m_timeline.span(span)); };
        if (!m_calls.empty() && std::all_of(lane.spans.begin(), lane.spans.end(), issued))
            continue; // the calls themselves are there
        const std::string what = lane.kind == LaneKind::Sync ? "synchronisations" : "calls";
        const std::vector<int> threads =
            nameRows(hostProcess, m_timeline.anyThread() ? what + " of thread " + std::to_string(lane.thread) : what,
                     static_cast<int>(lane.rows.size()));
        for (std::size_t row = 0; row < lane.rows.size(); ++row)
            for (std::size_t i = lane.rows[row].first; i < lane.rows[row].past; ++i)
                writeOnHost(lane.spans[i], {hostProcess, threads[row]});
    }
    writeHostCalls();
}

void TraceWriter::writeOnHost(std::uint32_t index, Place place)
{
    const Span span = m_timeline.span(index);
    const LaneInterval call = intervalOn(LaneKind::Host, m_timeline, index);
    if (!onStreamLane(span))
        writeOperation(index, place, call.begin, call.end);
    else if (m_calls.empty() && span.issue != unknownTime && span.returned != unknownTime)
        writeCall(index, span, place);
}

std::string TraceWriter::threadName(std::int32_t thread) const
{
    const EventThread *known = m_events ? m_events->thread(thread) : nullptr;
    return known ? known->name : "thread " + std::to_string(thread);
}

/// Operators, ranges and Python frames as slices within each other, a row for each thread.
void TraceWriter::writeHostEvents()
{
    if (!m_events)
        return;
    for (std::uint32_t place = 0; place < m_events->threads().size(); ++place) {
        const EventThread &thread = m_events->threads()[place];
        const std::vector<std::uint32_t> rowOf = nestedRows(*m_events, thread);
        const std::uint32_t rows = rowOf.empty() ? 0 : *std::max_element(rowOf.begin(), rowOf.end()) + 1;
        const std::vector<int> threads = nameRows(hostProcess, thread.name, static_cast<int>(rows));
        for (std::uint32_t i = thread.first; i < thread.past; ++i) {
            beginEvent('X', {hostProcess, threads[rowOf[i - thread.first]]}, m_events->begin(i));
            m_text += ",\"dur\":" + csvMicroseconds(m_events->end(i) - m_events->begin(i)) + ",\"cat\":\""
                      + chromeCategoryOf(m_events->kind(i)) + "\",\"name\":" + quotedJson(m_events->name(i))
                      + ",\"args\":{" + hostEventJson(*m_events, i, place) + "}";
            endEvent();
            ++m_done;
        }
    }
}

/// The ranges as each GPU saw them: nothing reads them back, as they follow from the rest.
void TraceWriter::writeDeviceRanges()
{
    std::map<std::pair<int, int>, int> threads; // by device and row
    for (const DeviceRange &range : deviceRanges(m_timeline)) {
        int &thread = threads[{range.device, range.row}];
        const int process = firstGpuProcess + range.device;
        if (thread == 0)
            thread = nameRows(process, "ranges", 1).front();
        beginEvent('X', {process, thread}, range.start);
        m_text += ",\"dur\":" + csvMicroseconds(range.end - range.start)
                  + ",\"cat\":\"gpu_user_annotation\",\"name\":" + quotedJson(m_events->name(range.event));
        endEvent();
    }
}

/// What has no lane in any picture still belongs to the timeline: marks of no length, each with its times.
void TraceWriter::writeOthers()
{
    int thread = 0;
    for (std::size_t i = 0; i < m_written.size(); ++i) {
        if (m_written[i])
            continue;
        if (thread == 0)
            thread = nameRows(hostProcess, "other", 1).front();
        const std::int64_t start = m_timeline.starts()[i];
        writeOperation(static_cast<std::uint32_t>(i), {hostProcess, thread}, start, start);
    }
}

void TraceWriter::writeCounters()
{
    struct Edge
    {
        std::int64_t time;
        int step;
    };
    std::map<int, std::vector<Edge>> devices;
    for (const Lane &lane : buildLanes(m_timeline, m_recording.device, Grouping::Streams)) {
        std::int64_t begin = 0, end = std::numeric_limits<std::int64_t>::min();
        std::vector<Edge> &edges = devices[lane.device];
        const auto flush = [&] {
            if (end > begin) {
                edges.push_back({begin, 1});
                edges.push_back({end, -1});
            }
        };
        for (const std::uint32_t index : lane.spans) {
            const Engine engine = m_timeline.engines()[index];
            if (engine == Engine::Host || engine == Engine::None)
                continue;
            if (m_timeline.starts()[index] > end) {
                flush();
                begin = m_timeline.starts()[index];
                end = m_timeline.ends()[index];
            }
            end = std::max(end, m_timeline.ends()[index]);
        }
        flush();
    }
    for (auto &[device, edges] : devices) {
        std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.time < b.time; });
        const Place place{firstGpuProcess + device, m_nextThread++};
        int active = 0;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            active += edges[i].step;
            if (i + 1 < edges.size() && edges[i + 1].time == edges[i].time)
                continue;
            beginEvent('C', place, edges[i].time);
            m_text += ",\"name\":\"Active streams\",\"args\":{\"streams\":" + std::to_string(active) + "}";
            endEvent();
        }
    }
}

} // namespace

void writeChromeTrace(const Recording &recording, const ImportReport *import, OutputFile &file, const WriteStep &step)
{
    TraceWriter(
        recording, import, [&file](std::string_view text) { file.write(text); }, step)
        .write();
}

std::string chromeTrace(const Recording &recording, const ImportReport *import)
{
    std::string all;
    TraceWriter(recording, import, [&all](std::string_view text) { all += text; }).write();
    return all;
}

} // namespace streamscope
