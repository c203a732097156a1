// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/session/recording_sections.h"

#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/session/host_sections.h"
#include "engine/formats/session/number_table.h"
#include "engine/formats/session/plain_archive.h"
#include "engine/program/text/translatable.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace streamscope {

template <>
inline constexpr DeviceKind lastValue<DeviceKind> = DeviceKind::Simulated;
template <>
inline constexpr Verification lastValue<Verification> = Verification::Failed;
template <>
inline constexpr StreamRole lastValue<StreamRole> = StreamRole::Migration;

template <typename Archive, detail::Is<DeviceInfo> T>
void describe(Archive &archive, T &d)
{
    static_assert(detail::memberCount<DeviceInfo>() == 38);
    archive.members(d.id, d.name, d.kind, d.computeMajor, d.computeMinor, d.multiprocessors, d.asyncEngineCount,
                    d.concurrentKernels, d.timesInUnits, d.leastPriority, d.greatestPriority, d.memoryBytes, d.l2Bytes,
                    d.memoryBusBits, d.maxThreadsPerMultiprocessor, d.maxBlocksPerMultiprocessor, d.maxThreadsPerBlock,
                    d.registersPerMultiprocessor, d.sharedMemoryPerMultiprocessor, d.sharedMemoryPerBlock,
                    d.sharedMemoryPerBlockOptIn, d.clockKHz, d.memoryClockKHz, d.pcieGeneration, d.pcieWidth,
                    d.pciBusId, d.uuid, d.eccEnabled, d.unifiedAddressing, d.managedMemory, d.pageableMemoryAccess,
                    d.memoryPools, d.driverVersion, d.runtimeVersion, d.driverRelease, d.globalTimerStepNs,
                    d.profileSource, d.machineDevices);
}
/// Counting its members would count into its arrays.
template <typename Archive, detail::Is<LaunchShape> T>
void describe(Archive &archive, T &s)
{
    archive.members(s.grid[0], s.grid[1], s.grid[2], s.block[0], s.block[1], s.block[2], s.registers, s.sharedMemory);
}
/// Its operations are a table.
template <typename Archive, detail::Is<Fold> T>
void describe(Archive &archive, T &f)
{
    archive.members(f.steps, f.allSteps, f.leftOut, f.duration);
}
/// All but the Timeline, which is no plain structure.
template <typename Archive, detail::Is<Recording> T>
void describe(Archive &archive, T &r)
{
    archive.members(r.device, r.makespans, r.verification, r.verificationText, r.notes, r.environment, r.startup, r.raw,
                    r.clockCheck);
}

namespace {

/// Of a Timeline: what is no table.
struct TimelineFacts
{
    std::vector<TimelineStream> streams;
    std::vector<std::pair<int, std::string>> deviceLabels;
    int globalTimerStep = 0;
    Clock blockClock = Clock::Model;
    std::uint64_t spans = 0;
};

TimelineFacts factsOf(const Timeline &timeline)
{
    TimelineFacts facts{timeline.streams(), {}, timeline.globalTimerStep(), timeline.blockClock(), timeline.size()};
    facts.deviceLabels.assign(timeline.deviceLabels().begin(), timeline.deviceLabels().end());
    std::sort(facts.deviceLabels.begin(), facts.deviceLabels.end());
    return facts;
}

/// How far `time` is from `from`, plus one; 0: unknown.
std::uint64_t distanceFrom(std::int64_t from, std::int64_t time)
{
    return time == unknownTime ? 0 : step(from, time) + 1;
}
std::int64_t timeFrom(std::int64_t from, std::uint64_t distance)
{
    return distance == 0 ? unknownTime : stepped(from, distance - 1);
}

void writeSpans(const Timeline &timeline, SectionWriter &writer)
{
    std::int64_t before = 0;
    writeTable(writer, SectionKind::Spans, timeline.size(), [&](std::size_t i, bool isFirst) {
        const Span span = timeline.span(i);
        const std::int64_t from = isFirst ? 0 : before;
        before = span.start;
        return std::array<std::uint64_t, 15>{
            step(from, span.start),
            step(span.start, span.end),
            distanceFrom(span.start, span.issue),
            distanceFrom(span.start, span.ready),
            distanceFrom(span.issue == unknownTime ? span.start : span.issue, span.returned),
            span.bytes,
            span.name,
            static_cast<std::uint64_t>(span.stream + 1),
            static_cast<std::uint64_t>(std::int64_t{span.chunk} + 1),
            static_cast<std::uint64_t>(span.thread),
            static_cast<std::uint64_t>(span.kind),
            static_cast<std::uint64_t>(span.engine),
            static_cast<std::uint64_t>(span.clock),
            static_cast<std::uint64_t>(span.from),
            static_cast<std::uint64_t>(span.to)};
    });
}

void readSpans(SectionReader &reader, Timeline &timeline)
{
    const std::size_t names = timeline.names().size(), streams = timeline.streams().size();
    std::int64_t before = 0;
    const auto isKnown = [](std::int64_t time) { return detail::isTime(time); };
    const auto isAllowed = [](std::int64_t time) { return time == unknownTime || detail::isTime(time); };
    readTable(reader, 15, Timeline::bytesPerSpan() + analysisBytesPerSpan, [&](const NumberRow &row) {
        Span span;
        span.start = before = stepped(row.isFirst() ? 0 : before, row[0]);
        span.end = stepped(span.start, row[1]);
        span.issue = timeFrom(span.start, row[2]);
        span.ready = timeFrom(span.start, row[3]);
        row.require(isKnown(span.start) && isKnown(span.end) && isAllowed(span.issue) && isAllowed(span.ready));
        span.returned = timeFrom(span.issue == unknownTime ? span.start : span.issue, row[4]);
        row.require(isAllowed(span.returned));
        span.bytes = row[5];
        span.name = row.number<std::uint32_t>(6, names - 1);
        span.stream = row.index(7, streams);
        span.chunk = row.index(8, std::uint64_t{1} << 31U);
        span.thread = row.number<std::int32_t>(9);
        span.kind = row.value(10, lastValue<OperationKind>);
        span.engine = row.value(11, Engine::None);
        span.clock = row.value(12, lastValue<Clock>);
        span.from = row.value(13, MemoryKind::ManagedStatic);
        span.to = row.value(14, MemoryKind::ManagedStatic);
        row.require(names > 0);
        timeline.append(span);
    });
}

void writeLinks(const Timeline &timeline, SectionWriter &writer)
{
    std::int64_t before = 0;
    writeTable(writer, SectionKind::Links, timeline.eventLinks().size(), [&](std::size_t i, bool isFirst) {
        const EventLink link = timeline.eventLinks()[i];
        const std::int64_t from = isFirst ? 0 : before;
        before = link.to;
        return std::array<std::uint64_t, 2>{step(from, link.to), step(link.to, link.from)};
    });
}

void writeFacts(const Timeline &timeline, SectionWriter &writer)
{
    if (timeline.anyLaunchShape()) {
        writeArchive(writer, SectionKind::Shapes, 0, timeline.launchShapes());
        writeTable(writer, SectionKind::ShapeNumbers, timeline.size(),
                   [&](std::size_t i, bool) { return std::array<std::uint64_t, 1>{timeline.shapeNumber(i)}; });
    }
    if (!timeline.collectives().empty()) {
        const std::vector<std::pair<std::uint32_t, Collective>> list(timeline.collectives().begin(),
                                                                     timeline.collectives().end());
        writeArchive(writer, SectionKind::Collectives, 0, list);
    }
    std::vector<std::pair<std::uint64_t, PeerDevices>> peers;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (const PeerDevices *devices = timeline.peerDevices(i))
            peers.emplace_back(i, *devices);
    if (!peers.empty())
        writeArchive(writer, SectionKind::PeerDevices, 0, peers);
}

void readShapes(SectionReader &reader, Timeline &timeline)
{
    std::vector<LaunchShape> shapes;
    readArchive(reader, shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i)
        if (timeline.internShape(shapes[i]) != i + 1) // each once, so that the numbers stay
            reader.fail(QT_TRANSLATE_NOOP("engine", "two launch shapes are the same"));
}

void readCollectives(SectionReader &reader, Timeline &timeline)
{
    std::vector<std::pair<std::uint32_t, Collective>> list;
    readArchive(reader, list);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].first >= timeline.size() || (i > 0 && list[i].first <= list[i - 1].first))
            reader.fail(QT_TRANSLATE_NOOP("engine", "a collective belongs to no operation"));
        timeline.setCollective(list[i].first, std::move(list[i].second));
    }
}

void readPeerDevices(SectionReader &reader, Timeline &timeline)
{
    std::vector<std::pair<std::uint64_t, PeerDevices>> list;
    readArchive(reader, list);
    for (const auto &[span, devices] : list) {
        if (span >= timeline.size())
            reader.fail(QT_TRANSLATE_NOOP("engine", "a peer copy is no operation"));
        timeline.setPeerDevices(span, devices);
    }
}

void writeFold(const Fold &fold, SectionWriter &writer)
{
    writeArchive(writer, SectionKind::Fold, 0, fold);
    writeTable(writer, SectionKind::FoldedOperations, fold.operations.size(), [&](std::size_t i, bool) {
        const FoldedOperation &one = fold.operations[i];
        const TimeSpread &a = one.start, &b = one.duration;
        return std::array<std::uint64_t, 11>{zigzag(a.least), zigzag(a.lower), zigzag(a.median), zigzag(a.upper),
                                             zigzag(a.most),  zigzag(b.least), zigzag(b.lower),  zigzag(b.median),
                                             zigzag(b.upper), zigzag(b.most),  one.steps};
    });
}

void readFoldedOperations(SectionReader &reader, Fold &fold)
{
    readTable(reader, 11, sizeof(FoldedOperation), [&](const NumberRow &row) {
        const auto time = [&row](std::size_t column) {
            const std::int64_t ns = unzigzag(row[column]);
            row.require(detail::isTime(ns));
            return ns;
        };
        fold.operations.push_back({{time(0), time(1), time(2), time(3), time(4)},
                                   {time(5), time(6), time(7), time(8), time(9)},
                                   row.number<std::uint32_t>(10)});
    });
}

void writeBlocks(const BlockRecords &blocks, SectionWriter &writer)
{
    BlockRecord before;
    writeTable(writer, SectionKind::Blocks, blocks.size(), [&](std::size_t i, bool isFirst) {
        const BlockRecord block = blocks.record(i);
        if (isFirst)
            before = {};
        const std::array<std::uint64_t, 5> row{step(before.span, block.span), step(before.block, block.block),
                                               block.multiprocessor, step(before.start, block.start),
                                               step(block.start, block.end)};
        before = block;
        return row;
    });
}

void readBlocks(SectionReader &reader, std::size_t spans, BlockRecords &blocks)
{
    BlockRecord block;
    readTable(reader, 5, 2 * sizeof(BlockRecord), [&](const NumberRow &row) {
        if (row.isFirst())
            block = {};
        const std::int64_t span = stepped(block.span, row[0]), number = stepped(block.block, row[1]);
        row.require(span >= 0 && static_cast<std::uint64_t>(span) < spans && number >= 0
                    && number <= std::numeric_limits<std::uint32_t>::max());
        block.span = static_cast<std::uint32_t>(span);
        block.block = static_cast<std::uint32_t>(number);
        block.multiprocessor = row.number<std::uint16_t>(2);
        block.start = stepped(block.start, row[3]);
        block.end = stepped(block.start, row[4]);
        row.require(detail::isTime(block.start) && detail::isTime(block.end) && block.start <= block.end);
        blocks.append(block);
    });
}

/// What comes in several sections before the Timeline can have it.
struct TimelineParts
{
    TimelineFacts facts;
    std::vector<EventLink> links;
    HostSections host;
    std::optional<Fold> fold;
    BlockRecords blocks;
    std::size_t shaped = 0; ///< operations whose launch shapes were read
};

void readLinks(SectionReader &reader, std::vector<EventLink> &links)
{
    std::int64_t before = 0;
    readTable(reader, 2, sizeof(EventLink), [&](const NumberRow &row) {
        const std::int64_t to = stepped(row.isFirst() ? 0 : before, row[0]), from = stepped(to, row[1]);
        constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
        row.require(to >= 0 && to <= most && from >= 0 && from <= most);
        before = to;
        links.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
    });
}

void readNames(SectionReader &reader, Timeline &timeline)
{
    std::vector<std::string> names;
    readArchive(reader, names);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (internCounted(timeline, names[i], reader.memory()) != i) // each once, so that the numbers stay
            reader.fail(QT_TRANSLATE_NOOP("engine", "two names are the same"));
}

void readShapeNumbers(SectionReader &reader, Timeline &timeline, std::size_t &next)
{
    readTable(reader, 1, sizeof(std::uint32_t), [&](const NumberRow &row) {
        const auto shape = row.number<std::uint32_t>(0, timeline.launchShapes().size());
        row.require(next < timeline.size());
        timeline.setLaunchShape(next++, shape);
    });
}

void readPart(SectionReader &reader, Timeline &timeline, TimelineParts &parts)
{
    switch (reader.current().kind) {
    case SectionKind::Names:
        return readNames(reader, timeline);
    case SectionKind::Spans:
        return readSpans(reader, timeline);
    case SectionKind::Links:
        return readLinks(reader, parts.links);
    case SectionKind::Shapes:
        return readShapes(reader, timeline);
    case SectionKind::ShapeNumbers:
        return readShapeNumbers(reader, timeline, parts.shaped);
    case SectionKind::Collectives:
        return readCollectives(reader, timeline);
    case SectionKind::PeerDevices:
        return readPeerDevices(reader, timeline);
    case SectionKind::Fold:
        return readArchive(reader, parts.fold.emplace());
    case SectionKind::FoldedOperations:
        if (parts.fold)
            return readFoldedOperations(reader, *parts.fold);
        break;
    case SectionKind::Blocks:
        return readBlocks(reader, timeline.size(), parts.blocks);
    default:
        break;
    }
    if (!parts.host.read(reader, timeline))
        reader.fail(QT_TRANSLATE_NOOP("engine", "it does not belong into a recording"));
}

void putTogether(SectionReader &reader, Timeline &timeline, TimelineParts &parts)
{
    const auto require = [&reader](bool sound, const char *what) {
        if (!sound)
            reader.fail(what);
    };
    require(timeline.size() == parts.facts.spans, QT_TRANSLATE_NOOP("engine", "operations are missing"));
    require(!parts.fold || parts.fold->operations.size() == timeline.size(),
            QT_TRANSLATE_NOOP("engine", "operations of a fold are missing"));
    const std::size_t links = parts.links.size();
    timeline.setEventLinks(std::move(parts.links));
    require(timeline.eventLinks().size() == links, QT_TRANSLATE_NOOP("engine", "a link is of no operation"));
    parts.host.giveTo(timeline, reader);
    if (parts.fold)
        timeline.setFold(std::make_shared<const Fold>(std::move(*parts.fold)));
    timeline.setBlocks(std::move(parts.blocks), parts.facts.blockClock);
}

} // namespace

void writeRecording(const Recording &recording, SectionWriter &writer)
{
    const Timeline &timeline = recording.timeline;
    writeArchive(writer, SectionKind::RecordingFacts, 0, recording, factsOf(timeline));
    writeArchive(writer, SectionKind::Names, 0, timeline.names());
    writeSpans(timeline, writer);
    writeLinks(timeline, writer);
    writeFacts(timeline, writer);
    writeHostSections(timeline, writer);
    if (timeline.fold())
        writeFold(*timeline.fold(), writer);
    writeBlocks(timeline.blocks(), writer);
    writer.add(SectionKind::RecordingEnd, {});
}

Recording readRecording(SectionReader &reader)
{
    Recording recording;
    TimelineParts parts;
    readArchive(reader, recording, parts.facts);
    const Makespans &makespans = recording.makespans;
    bool areKnown = makespans.instrumented != unknownTime;
    for (const auto *times : {&makespans.warmup, &makespans.plain, &makespans.instrumentedSamples})
        areKnown = areKnown && std::find(times->begin(), times->end(), unknownTime) == times->end();
    if (!areKnown)
        reader.fail(QT_TRANSLATE_NOOP("engine", "a makespan is unknown"));
    Timeline &timeline = recording.timeline;
    for (TimelineStream &stream : parts.facts.streams)
        timeline.addStream(std::move(stream));
    for (auto &[device, label] : parts.facts.deviceLabels)
        timeline.setDeviceLabel(device, std::move(label));
    timeline.setGlobalTimerStep(parts.facts.globalTimerStep);
    while (reader.require().kind != SectionKind::RecordingEnd)
        readPart(reader, timeline, parts);
    putTogether(reader, timeline, parts);
    return recording;
}

void writeDevice(const DeviceInfo &device, SectionWriter &writer)
{
    writeArchive(writer, SectionKind::Device, 0, device);
}

DeviceInfo readDevice(SectionReader &reader)
{
    if (reader.current().kind != SectionKind::Device)
        reader.fail(QT_TRANSLATE_NOOP("engine", "it is no device"));
    DeviceInfo device;
    readArchive(reader, device);
    return device;
}

} // namespace streamscope
