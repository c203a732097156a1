// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/recording_file.h"

#include "engine/program/errors.h"

#include <QByteArray>
#include <QDataStream>

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

constexpr quint32 endMark = 0x53534f4bU; ///< behind everything, so that nothing can be missing before it

/// Also matches its constant form: one description serves the writer and the reader.
template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

// By structured bindings: a member that is added to a structure and not here does not compile.

template <typename Archive, Is<DeviceInfo> T>
void describe(Archive &a, T &value)
{
    auto &[id, name, kind, computeMajor, computeMinor, multiprocessors, asyncEngineCount, concurrentKernels,
           leastPriority, greatestPriority, memoryBytes, l2Bytes, memoryBusBits, maxThreadsPerMultiprocessor,
           maxBlocksPerMultiprocessor, maxThreadsPerBlock, registersPerMultiprocessor, sharedMemoryPerMultiprocessor,
           sharedMemoryPerBlock, sharedMemoryPerBlockOptIn, clockKHz, memoryClockKHz, pcieGeneration, pcieWidth,
           pciBusId, uuid, eccEnabled, unifiedAddressing, managedMemory, pageableMemoryAccess, memoryPools,
           driverVersion, runtimeVersion, driverRelease, globalTimerStepNs, profileSource] = value;
    a(id, name, kind, computeMajor, computeMinor, multiprocessors, asyncEngineCount, concurrentKernels, leastPriority,
      greatestPriority, memoryBytes, l2Bytes, memoryBusBits, maxThreadsPerMultiprocessor, maxBlocksPerMultiprocessor,
      maxThreadsPerBlock, registersPerMultiprocessor, sharedMemoryPerMultiprocessor, sharedMemoryPerBlock,
      sharedMemoryPerBlockOptIn, clockKHz, memoryClockKHz, pcieGeneration, pcieWidth, pciBusId, uuid, eccEnabled,
      unifiedAddressing, managedMemory, pageableMemoryAccess, memoryPools, driverVersion, runtimeVersion, driverRelease,
      globalTimerStepNs, profileSource);
}
template <typename Archive, Is<Makespans> T>
void describe(Archive &a, T &value)
{
    auto &[warmup, plain, instrumented, instrumentedSamples] = value;
    a(warmup, plain, instrumented, instrumentedSamples);
}
template <typename Archive, Is<StartupStep> T>
void describe(Archive &a, T &value)
{
    auto &[name, begin, end] = value;
    a(name, begin, end);
}
template <typename Archive, Is<TimelineStream> T>
void describe(Archive &a, T &value)
{
    auto &[id, device, priority, role] = value;
    a(id, device, priority, role);
}
template <typename Archive, Is<Span> T>
void describe(Archive &a, T &value)
{
    auto &[issue, ready, start, end, returned, bytes, name, stream, chunk, kind, engine, clock, from, to] = value;
    a(issue, ready, start, end, returned, bytes, name, stream, chunk, kind, engine, clock, from, to);
}
template <typename Archive, Is<EventLink> T>
void describe(Archive &a, T &value)
{
    auto &[from, to] = value;
    a(from, to);
}
template <typename Archive, Is<BlockRecord> T>
void describe(Archive &a, T &value)
{
    auto &[span, block, multiprocessor, start, end] = value;
    a(span, block, multiprocessor, start, end);
}
template <typename Archive, Is<ClockBracket> T>
void describe(Archive &a, T &value)
{
    auto &[before, start, end, after] = value;
    a(before, start, end, after);
}
template <typename Archive, Is<HostCall> T>
void describe(Archive &a, T &value)
{
    auto &[begin, submitted, end] = value;
    a(begin, submitted, end);
}
template <typename Archive, Is<KernelTimes> T>
void describe(Archive &a, T &value)
{
    auto &[firstStart, lastEnd] = value;
    a(firstStart, lastEnd);
}
template <typename Archive, Is<HostInterval> T>
void describe(Archive &a, T &value)
{
    auto &[begin, end] = value;
    a(begin, end);
}
template <typename Archive, Is<ReferenceTimes> T>
void describe(Archive &a, T &value)
{
    auto &[start, end] = value;
    a(start, end);
}
template <typename Archive, Is<RawRun> T>
void describe(Archive &a, T &value)
{
    auto &[events, stamps, watched, calls, functions, host, timer, timerEnd] = value;
    a(events, stamps, watched, calls, functions, host, timer, timerEnd);
}
template <typename Archive, Is<CopyLatency> T>
void describe(Archive &a, T &value)
{
    auto &[afterSubmit, afterCopy, afterOther, afterKernel, queued, queuedBeside, endBeside] = value;
    a(afterSubmit, afterCopy, afterOther, afterKernel, queued, queuedBeside, endBeside);
}
template <typename Archive, Is<CopyLatencies> T>
void describe(Archive &a, T &value)
{
    auto &[h2d, d2h] = value;
    a(h2d, d2h);
}
template <typename Archive, Is<RawTimes> T>
void describe(Archive &a, T &value)
{
    auto &[run, latencies, oneEngineForBothDirections, reference] = value;
    a(run, latencies, oneEngineForBothDirections, reference);
}
template <typename Archive, Is<ClockErrors> T>
void describe(Archive &a, T &value)
{
    auto &[median, p99, maximum] = value;
    a(median, p99, maximum);
}
template <typename Archive, Is<ClockCheck::Group> T>
void describe(Archive &a, T &value)
{
    auto &[name, operations, start, end] = value;
    a(name, operations, start, end);
}
template <typename Archive, Is<ClockCheck::Sample> T>
void describe(Archive &a, T &value)
{
    auto &[index, kind, ready, start, end, referenceStart, referenceEnd] = value;
    a(index, kind, ready, start, end, referenceStart, referenceEnd);
}
template <typename Archive, Is<ClockCheck> T>
void describe(Archive &a, T &value)
{
    auto &[problem, groups, samples, plainMakespan, eventsMakespan, cuptiMakespan, watchMakespan,
           plainAfterwardsMakespan] = value;
    a(problem, groups, samples, plainMakespan, eventsMakespan, cuptiMakespan, watchMakespan, plainAfterwardsMakespan);
}
/// All but the Timeline, which is no plain structure.
template <typename Archive, Is<Recording> T>
void describe(Archive &a, T &value)
{
    auto &[device, timeline, makespans, verification, verificationText, notes, environment, startup, raw, clockCheck] =
        value;
    a(device, makespans, verification, verificationText, notes, environment, startup, raw, clockCheck);
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
        if constexpr (std::is_enum_v<T>)
            m_stream << static_cast<qint64>(value);
        else if constexpr (std::same_as<T, bool>)
            m_stream << value;
        else if constexpr (std::is_unsigned_v<T>)
            m_stream << static_cast<quint64>(value);
        else if constexpr (std::is_integral_v<T>)
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

    /// What follows has to be true of a file that is whole.
    static void require(bool sound)
    {
        if (!sound)
            throw RunError("the recording of the run is broken");
    }

private:
    template <typename T>
    void get(T &value)
    {
        if constexpr (std::same_as<T, bool>)
            read(value);
        else if constexpr (std::is_enum_v<T> || std::is_signed_v<T>)
            number<qint64>(value);
        else if constexpr (std::is_unsigned_v<T>)
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
        constexpr std::size_t believed = 65'536; // a broken length must not ask for all memory
        std::size_t count = 0;
        get(count);
        values.reserve(std::min(count, believed));
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

bool isClock(Clock clock)
{
    return static_cast<std::size_t>(clock) < clockCount;
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
                        && span.kind <= OperationKind::Collective && span.engine <= Engine::None && isClock(span.clock)
                        && span.from <= MemoryKind::ManagedStatic && span.to <= MemoryKind::ManagedStatic);
        timeline.append(span);
    }
}

void readBlocks(Reader &read, Timeline &timeline)
{
    Clock clock = Clock::Model;
    std::size_t count = 0;
    read(clock, count);
    Reader::require(isClock(clock));
    BlockRecords blocks;
    for (std::size_t i = 0; i < count; ++i) {
        BlockRecord record;
        read(record);
        Reader::require(record.span < timeline.size() && record.start <= record.end);
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
    recording.timeline = readTimeline(read);
    quint32 mark = 0;
    read(mark);
    Reader::require(mark == endMark);
    return recording;
}

} // namespace streamscope
