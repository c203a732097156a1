// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recording_file.h"

#include "engine/formats/text/decimal.h"
#include "engine/program/errors.h"

#include <QByteArray>
#include <QDataStream>
#include <QIODevice>

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace streamscope {

namespace detail {

/// Stands for a member of any type. It is here because compilers ask for a definition in an unnamed namespace.
struct AnyMember
{
    template <typename T>
    operator T &() const;
};

} // namespace detail

namespace {

constexpr quint32 endMark = 0x53534f4bU; ///< behind everything, so that nothing can be missing before it

/// 73 years before a clock's 0; the difference to latestTimeNs does not overflow.
constexpr std::int64_t leastTime = -(std::int64_t{1} << 61);

/// Also matches its constant form: one description serves the writer and the reader.
template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

template <typename T, typename... Members>
constexpr std::size_t memberCount()
{
    if constexpr (requires { T{Members{}..., detail::AnyMember{}}; })
        return memberCount<T, Members..., detail::AnyMember>();
    else
        return sizeof...(Members);
}

/// Hands on the members of a T: every one, so that none that is added later stays behind.
template <typename T, typename Archive, typename... Members>
void all(Archive &archive, Members &...members)
{
    static_assert(sizeof...(Members) == memberCount<std::remove_const_t<T>>());
    archive(members...);
}

constexpr DeviceKind lastOf(DeviceKind)
{
    return DeviceKind::Simulated;
}
constexpr Verification lastOf(Verification)
{
    return Verification::Failed;
}
constexpr StreamRole lastOf(StreamRole)
{
    return StreamRole::Migration;
}
constexpr OperationKind lastOf(OperationKind)
{
    return static_cast<OperationKind>(operationKindCount - 1);
}
constexpr Engine lastOf(Engine)
{
    return Engine::None;
}
constexpr Clock lastOf(Clock)
{
    return static_cast<Clock>(clockCount - 1);
}
constexpr MemoryKind lastOf(MemoryKind)
{
    return MemoryKind::ManagedStatic;
}

template <typename Archive, Is<DeviceInfo> T>
void describe(Archive &a, T &d)
{
    all<T>(a, d.id, d.name, d.kind, d.computeMajor, d.computeMinor, d.multiprocessors, d.asyncEngineCount,
           d.concurrentKernels, d.leastPriority, d.greatestPriority, d.memoryBytes, d.l2Bytes, d.memoryBusBits,
           d.maxThreadsPerMultiprocessor, d.maxBlocksPerMultiprocessor, d.maxThreadsPerBlock,
           d.registersPerMultiprocessor, d.sharedMemoryPerMultiprocessor, d.sharedMemoryPerBlock,
           d.sharedMemoryPerBlockOptIn, d.clockKHz, d.memoryClockKHz, d.pcieGeneration, d.pcieWidth, d.pciBusId, d.uuid,
           d.eccEnabled, d.unifiedAddressing, d.managedMemory, d.pageableMemoryAccess, d.memoryPools, d.driverVersion,
           d.runtimeVersion, d.driverRelease, d.globalTimerStepNs, d.profileSource);
}
template <typename Archive, Is<Makespans> T>
void describe(Archive &a, T &m)
{
    all<T>(a, m.warmup, m.plain, m.instrumented, m.instrumentedSamples);
}
template <typename Archive, Is<StartupStep> T>
void describe(Archive &a, T &s)
{
    all<T>(a, s.name, s.begin, s.end);
}
template <typename Archive, Is<TimelineStream> T>
void describe(Archive &a, T &s)
{
    all<T>(a, s.id, s.device, s.priority, s.role);
}
template <typename Archive, Is<Span> T>
void describe(Archive &a, T &s)
{
    all<T>(a, s.issue, s.ready, s.start, s.end, s.returned, s.bytes, s.name, s.stream, s.chunk, s.kind, s.engine,
           s.clock, s.from, s.to);
}
template <typename Archive, Is<EventLink> T>
void describe(Archive &a, T &l)
{
    all<T>(a, l.from, l.to);
}
template <typename Archive, Is<BlockRecord> T>
void describe(Archive &a, T &b)
{
    all<T>(a, b.span, b.block, b.multiprocessor, b.start, b.end);
}
template <typename Archive, Is<ClockBracket> T>
void describe(Archive &a, T &b)
{
    all<T>(a, b.before, b.start, b.end, b.after);
}
template <typename Archive, Is<HostCall> T>
void describe(Archive &a, T &c)
{
    all<T>(a, c.begin, c.submitted, c.end);
}
template <typename Archive, Is<KernelTimes> T>
void describe(Archive &a, T &k)
{
    all<T>(a, k.firstStart, k.lastEnd);
}
template <typename Archive, Is<HostInterval> T>
void describe(Archive &a, T &i)
{
    all<T>(a, i.begin, i.end);
}
template <typename Archive, Is<ReferenceTimes> T>
void describe(Archive &a, T &r)
{
    all<T>(a, r.start, r.end);
}
template <typename Archive, Is<RawRun> T>
void describe(Archive &a, T &r)
{
    all<T>(a, r.events, r.stamps, r.watched, r.calls, r.functions, r.host, r.timer, r.timerEnd);
}
template <typename Archive, Is<CopyLatency> T>
void describe(Archive &a, T &l)
{
    all<T>(a, l.afterSubmit, l.afterCopy, l.afterOther, l.afterKernel, l.queued, l.queuedBeside, l.endBeside);
}
template <typename Archive, Is<CopyLatencies> T>
void describe(Archive &a, T &l)
{
    all<T>(a, l.h2d, l.d2h);
}
template <typename Archive, Is<RawTimes> T>
void describe(Archive &a, T &r)
{
    all<T>(a, r.run, r.latencies, r.oneEngineForBothDirections, r.reference);
}
template <typename Archive, Is<ClockErrors> T>
void describe(Archive &a, T &e)
{
    all<T>(a, e.median, e.p99, e.maximum);
}
template <typename Archive, Is<ClockCheck::Group> T>
void describe(Archive &a, T &g)
{
    all<T>(a, g.name, g.operations, g.start, g.end);
}
template <typename Archive, Is<ClockCheck::Sample> T>
void describe(Archive &a, T &s)
{
    all<T>(a, s.index, s.kind, s.ready, s.start, s.end, s.referenceStart, s.referenceEnd);
}
template <typename Archive, Is<ClockCheck> T>
void describe(Archive &a, T &c)
{
    all<T>(a, c.problem, c.groups, c.samples, c.plainMakespan, c.eventsMakespan, c.cuptiMakespan, c.watchMakespan,
           c.plainAfterwardsMakespan);
}
/// All but the Timeline, which is no plain structure.
template <typename Archive, Is<Recording> T>
void describe(Archive &a, T &r)
{
    a(r.device, r.makespans, r.verification, r.verificationText, r.notes, r.environment, r.startup, r.raw,
      r.clockCheck);
}

class Writer
{
public:
    explicit Writer(QDataStream &stream) : m_stream(stream) {}

    template <typename... Values>
    void operator()(const Values &...values)
    {
        (put(values), ...);
    }

private:
    template <typename T>
    void put(const T &value)
    {
        if constexpr (std::same_as<T, bool>)
            m_stream << value;
        else if constexpr (std::is_unsigned_v<T>)
            m_stream << static_cast<quint64>(value);
        else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
            m_stream << static_cast<qint64>(value);
        else
            describe(*this, value);
    }
    void put(const std::string &text) { m_stream << QByteArray::fromStdString(text); }
    template <typename T>
    void put(const std::optional<T> &value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }
    template <typename T>
    void put(const std::vector<T> &values)
    {
        put(values.size());
        for (const T &value : values)
            put(value);
    }
    template <typename A, typename B>
    void put(const std::pair<A, B> &value)
    {
        (*this)(value.first, value.second);
    }

    QDataStream &m_stream;
};

class Reader
{
public:
    explicit Reader(QDataStream &stream) : m_stream(stream) {}

    template <typename... Values>
    void operator()(Values &...values)
    {
        (get(values), ...);
    }

    /// Checks that hold for every complete file.
    static void require(bool sound)
    {
        if (!sound)
            throw RunError("the recording of the run is broken");
    }

private:
    template <typename T>
    void get(T &value)
    {
        if constexpr (std::same_as<T, bool>) {
            read(value);
        } else if constexpr (std::is_enum_v<T>) {
            number<qint64>(value);
            require(value <= lastOf(value));
        } else if constexpr (std::is_signed_v<T>) {
            number<qint64>(value);
            if constexpr (std::same_as<T, std::int64_t>)
                require(value == unknownTime || (value >= leastTime && value <= latestTimeNs));
        } else if constexpr (std::is_unsigned_v<T>)
            number<quint64>(value);
        else
            describe(*this, value);
    }
    template <typename Wide, typename T>
    void number(T &value)
    {
        Wide wide = 0;
        read(wide);
        value = static_cast<T>(wide);
        require(static_cast<Wide>(value) == wide);
    }
    void get(std::string &text)
    {
        QByteArray bytes;
        read(bytes);
        text = bytes.toStdString();
    }
    template <typename T>
    void get(std::optional<T> &value)
    {
        bool has = false;
        get(has);
        if (has)
            get(value.emplace());
    }
    template <typename T>
    void get(std::vector<T> &values)
    {
        std::size_t count = 0;
        get(count);
        // Each takes a byte at least: a broken length must not ask for all memory.
        require(count <= static_cast<std::size_t>(m_stream.device()->bytesAvailable()));
        values.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            get(values.emplace_back());
    }
    template <typename A, typename B>
    void get(std::pair<A, B> &value)
    {
        (*this)(value.first, value.second);
    }
    template <typename T>
    void read(T &value)
    {
        m_stream >> value;
        require(m_stream.status() == QDataStream::Ok);
    }

    QDataStream &m_stream;
};

void writeTimeline(const Timeline &timeline, Writer &write)
{
    write(timeline.streams(), timeline.names(), timeline.globalTimerStep(), timeline.size());
    for (std::size_t i = 0; i < timeline.size(); ++i)
        write(timeline.span(i));
    write(timeline.eventLinks());
    const BlockRecords &blocks = timeline.blocks();
    write(timeline.blockClock(), blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i)
        write(blocks.record(i));
}

void readSpans(Reader &read, std::size_t names, Timeline &timeline)
{
    std::size_t count = 0;
    read(count);
    for (std::size_t i = 0; i < count; ++i) {
        Span span;
        read(span);
        Reader::require(span.name < names && span.stream >= -1
                        && span.stream < static_cast<std::int64_t>(timeline.streams().size())
                        && span.start != unknownTime && span.end != unknownTime);
        timeline.append(span);
    }
}

void readBlocks(Reader &read, Timeline &timeline)
{
    Clock clock = Clock::Model;
    std::size_t count = 0;
    read(clock, count);
    BlockRecords blocks;
    for (std::size_t i = 0; i < count; ++i) {
        BlockRecord record;
        read(record);
        Reader::require(record.span < timeline.size() && record.start != unknownTime && record.start <= record.end);
        blocks.append(record);
    }
    timeline.setBlocks(std::move(blocks), clock);
}

Timeline readTimeline(Reader &read)
{
    Timeline timeline;
    std::vector<TimelineStream> streams;
    std::vector<std::string> names;
    int step = 0;
    read(streams, names, step);
    for (TimelineStream &stream : streams)
        timeline.addStream(std::move(stream));
    for (std::size_t i = 0; i < names.size(); ++i)
        Reader::require(timeline.intern(names[i]) == i); // each once, so that the numbers stay
    timeline.setGlobalTimerStep(step);
    readSpans(read, names.size(), timeline);
    std::vector<EventLink> links;
    read(links);
    timeline.setEventLinks(links);
    Reader::require(timeline.eventLinks() == links); // in order, and of its spans
    readBlocks(read, timeline);
    return timeline;
}

} // namespace

void writeRecording(const Recording &recording, QDataStream &stream)
{
    Writer write(stream);
    write(recording);
    writeTimeline(recording.timeline, write);
    write(endMark);
}

Recording readRecording(QDataStream &stream)
{
    Reader read(stream);
    Recording recording;
    read(recording);
    const Makespans &makespans = recording.makespans;
    for (const auto *times : {&makespans.warmup, &makespans.plain, &makespans.instrumentedSamples})
        Reader::require(std::find(times->begin(), times->end(), unknownTime) == times->end());
    Reader::require(makespans.instrumented != unknownTime);
    recording.timeline = readTimeline(read);
    quint32 mark = 0;
    read(mark);
    Reader::require(mark == endMark);
    return recording;
}

} // namespace streamscope
