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
#include <tuple>
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

/// The last value of each enumeration that a recording holds.
constexpr std::tuple lastValues{DeviceKind::Simulated,
                                Verification::Failed,
                                StreamRole::Migration,
                                static_cast<OperationKind>(operationKindCount - 1),
                                Engine::None,
                                static_cast<Clock>(clockCount - 1),
                                MemoryKind::ManagedStatic,
                                HostCallKind::Other};

/// Hands on every member of a plain structure, so that none that is added later stays behind.
template <typename Archive, typename T>
void describe(Archive &archive, T &value)
{
    constexpr std::size_t members = memberCount<std::remove_const_t<T>>();
    if constexpr (members == 2) {
        auto &[a, b] = value;
        archive(a, b);
    } else if constexpr (members == 3) {
        auto &[a, b, c] = value;
        archive(a, b, c);
    } else if constexpr (members == 4) {
        auto &[a, b, c, d] = value;
        archive(a, b, c, d);
    } else if constexpr (members == 5) {
        auto &[a, b, c, d, e] = value;
        archive(a, b, c, d, e);
    } else if constexpr (members == 7) {
        auto &[a, b, c, d, e, f, g] = value;
        archive(a, b, c, d, e, f, g);
    } else if constexpr (members == 8) {
        auto &[a, b, c, d, e, f, g, h] = value;
        archive(a, b, c, d, e, f, g, h);
    } else if constexpr (members == 9) {
        auto &[a, b, c, d, e, f, g, h, i] = value;
        archive(a, b, c, d, e, f, g, h, i);
    } else if constexpr (members == 10) {
        auto &[a, b, c, d, e, f, g, h, i, j] = value;
        archive(a, b, c, d, e, f, g, h, i, j);
    } else {
        static_assert(members == 15, "structures of this size are not described yet");
        auto &[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
        archive(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    }
}
template <typename Archive, Is<DeviceInfo> T>
void describe(Archive &archive, T &d)
{
    static_assert(memberCount<DeviceInfo>() == 37);
    archive(d.id, d.name, d.kind, d.computeMajor, d.computeMinor, d.multiprocessors, d.asyncEngineCount,
            d.concurrentKernels, d.timesInUnits, d.leastPriority, d.greatestPriority, d.memoryBytes, d.l2Bytes,
            d.memoryBusBits, d.maxThreadsPerMultiprocessor, d.maxBlocksPerMultiprocessor, d.maxThreadsPerBlock,
            d.registersPerMultiprocessor, d.sharedMemoryPerMultiprocessor, d.sharedMemoryPerBlock,
            d.sharedMemoryPerBlockOptIn, d.clockKHz, d.memoryClockKHz, d.pcieGeneration, d.pcieWidth, d.pciBusId,
            d.uuid, d.eccEnabled, d.unifiedAddressing, d.managedMemory, d.pageableMemoryAccess, d.memoryPools,
            d.driverVersion, d.runtimeVersion, d.driverRelease, d.globalTimerStepNs, d.profileSource);
}
/// Counting its members would count into its arrays.
template <typename Archive, Is<LaunchShape> T>
void describe(Archive &archive, T &s)
{
    archive(s.grid[0], s.grid[1], s.grid[2], s.block[0], s.block[1], s.block[2], s.registers, s.sharedMemory);
}
/// All but the Timeline, which is no plain structure.
template <typename Archive, Is<Recording> T>
void describe(Archive &archive, T &r)
{
    archive(r.device, r.makespans, r.verification, r.verificationText, r.notes, r.environment, r.startup, r.raw,
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
            require(value <= std::get<T>(lastValues));
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

void writeFacts(const Timeline &timeline, Writer &write)
{
    write(timeline.launchShapes());
    for (std::size_t i = 0; i < timeline.size() && !timeline.launchShapes().empty(); ++i)
        write(timeline.shapeNumber(i));
    write(timeline.collectives().size());
    for (const auto &[span, collective] : timeline.collectives())
        write(span, collective);
    write(timeline.hostCalls().size());
    for (const HostCall &call : timeline.hostCalls())
        write(call);
}

void writeTimeline(const Timeline &timeline, Writer &write)
{
    write(timeline.streams(), timeline.names(), timeline.globalTimerStep(), timeline.size());
    for (std::size_t i = 0; i < timeline.size(); ++i)
        write(timeline.span(i));
    write(timeline.eventLinks());
    writeFacts(timeline, write);
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

void readShapes(Reader &read, Timeline &timeline)
{
    std::vector<LaunchShape> shapes;
    read(shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i)
        Reader::require(timeline.internShape(shapes[i]) == i + 1); // each once, so that the numbers stay
    for (std::size_t i = 0; i < timeline.size() && !shapes.empty(); ++i) {
        std::uint32_t shape = 0;
        read(shape);
        Reader::require(shape <= shapes.size());
        timeline.setLaunchShape(i, shape);
    }
}

void readCollectives(Reader &read, Timeline &timeline)
{
    std::size_t count = 0;
    std::uint32_t last = 0;
    read(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t span = 0;
        Collective collective;
        read(span, collective);
        Reader::require(span < timeline.size() && (i == 0 || span > last)); // in order
        last = span;
        timeline.setCollective(span, std::move(collective));
    }
}

void readCalls(Reader &read, Timeline &timeline)
{
    std::size_t count = 0;
    read(count);
    HostCalls calls;
    for (std::size_t i = 0; i < count; ++i) {
        HostCall call;
        read(call);
        const bool issues = call.firstSpan != HostCall::none || call.spans > 0;
        Reader::require(
            call.name < timeline.names().size() && call.begin != unknownTime && call.begin <= call.end
            && call.thread >= 0 && call.stream >= -1
            && call.stream < static_cast<std::int64_t>(timeline.streams().size())
            && (call.record == HostCall::none || call.record < count)
            && (!issues || (call.firstSpan < timeline.size() && call.spans <= timeline.size() - call.firstSpan))
            && (calls.empty() || calls[calls.size() - 1].begin <= call.begin));
        calls.append(call);
    }
    timeline.setHostCalls(std::move(calls));
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
    readShapes(read, timeline);
    readCollectives(read, timeline);
    readCalls(read, timeline);
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

void writeDevice(const DeviceInfo &device, QDataStream &stream)
{
    Writer write(stream);
    write(device);
}

DeviceInfo readDevice(QDataStream &stream)
{
    Reader read(stream);
    DeviceInfo device;
    read(device);
    return device;
}

} // namespace streamscope
