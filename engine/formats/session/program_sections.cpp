// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/session/program_sections.h"

#include "engine/formats/session/number_table.h"
#include "engine/formats/session/plain_archive.h"
#include "engine/program/shared/repeated_kernels.h"
#include "engine/program/text/phrase.h"

#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace streamscope {

template <>
inline constexpr StreamKind lastValue<StreamKind> = StreamKind::PerThreadDefault;
template <>
inline constexpr BufferPlace lastValue<BufferPlace> = BufferPlace::Device;
template <>
inline constexpr HostMemory lastValue<HostMemory> = HostMemory::Registered;
template <>
inline constexpr Submission lastValue<Submission> = Submission::Graph;

/// All but the operations, which are a table.
template <typename Archive, detail::Is<Program> T>
void describe(Archive &archive, T &p)
{
    archive.members(p.title, p.streams, p.buffers, p.events, p.submission, p.poolReleaseThreshold, p.connections,
                    p.peerAccess, p.coldStart, p.traced);
}

namespace {

constexpr std::size_t operationColumns = 29;

/// The names and the lists of ranges of operations, each once: copies of an operation share them.
class SharedParts
{
public:
    explicit SharedParts(const Program &program)
    {
        for (const Operation &operation : program.operations) {
            const auto name = static_cast<std::uint32_t>(names.size());
            if (m_names.try_emplace(&operation.name.text(), name).second)
                names.push_back(operation.name.text());
            for (const BufferRanges *ranges : {&operation.reads, &operation.writes})
                if (!ranges->empty()
                    && m_lists.try_emplace(ranges->begin(), static_cast<std::uint32_t>(lists.size() + 1)).second)
                    lists.push_back(ranges);
        }
    }

    std::uint32_t nameOf(const Operation &operation) const { return m_names.at(&operation.name.text()); }
    /// 0: no ranges.
    std::uint32_t listOf(const BufferRanges &ranges) const
    {
        return ranges.empty() ? 0 : m_lists.at(std::as_const(ranges).begin());
    }

    std::vector<std::string> names;
    std::vector<const BufferRanges *> lists;

private:
    std::unordered_map<const std::string *, std::uint32_t> m_names;
    std::unordered_map<const BufferRange *, std::uint32_t> m_lists;
};

void writeRanges(const SharedParts &parts, SectionWriter &writer)
{
    struct Row
    {
        const BufferRange *range;
        bool beginsList;
    };
    std::vector<Row> rows;
    for (const BufferRanges *list : parts.lists)
        for (const BufferRange &range : *list)
            rows.push_back({&range, &range == list->begin()});
    BufferRange before;
    writeTable(writer, SectionKind::BufferRanges, rows.size(), [&](std::size_t i, bool isFirst) {
        const BufferRange &range = *rows[i].range;
        if (isFirst)
            before = {};
        const std::array<std::uint64_t, 4> row{
            static_cast<std::uint64_t>(rows[i].beginsList ? 1 : 0), step(before.buffer, range.buffer),
            step(static_cast<std::int64_t>(before.offset), static_cast<std::int64_t>(range.offset)), range.bytes};
        before = range;
        return row;
    });
}

void readRanges(SectionReader &reader, std::size_t buffers, std::vector<std::vector<BufferRange>> &lists)
{
    BufferRange range;
    readTable(reader, 4, 2 * sizeof(BufferRange) + sizeof(std::vector<BufferRange>), [&](const NumberRow &row) {
        if (row.isFirst())
            range = {};
        if (row.number<std::uint8_t>(0, 1) == 1)
            lists.emplace_back();
        const std::int64_t buffer = stepped(range.buffer, row[1]);
        row.require(!lists.empty() && buffer >= 0 && static_cast<std::uint64_t>(buffer) < buffers);
        range.buffer = static_cast<std::int32_t>(buffer);
        range.offset = static_cast<std::uint64_t>(stepped(static_cast<std::int64_t>(range.offset), row[2]));
        range.bytes = row[3];
        lists.back().push_back(range);
    });
}

void writeOperations(const Program &program, const SharedParts &parts, SectionWriter &writer)
{
    const auto index = [](std::int32_t number) { return static_cast<std::uint64_t>(std::int64_t{number} + 1); };
    std::int32_t before = 0;
    writeTable(writer, SectionKind::Operations, program.operations.size(), [&](std::size_t i, bool isFirst) {
        const Operation &o = program.operations[i];
        const KernelWork &k = o.kernel;
        const bool kernel = o.kind == OperationKind::Kernel;
        const std::int32_t from = isFirst ? 0 : before;
        before = o.source;
        return std::array<std::uint64_t, operationColumns>{static_cast<std::uint64_t>(o.kind),
                                                           static_cast<std::uint64_t>(o.syncScope),
                                                           static_cast<std::uint64_t>(o.syncMethod),
                                                           static_cast<std::uint64_t>(o.allocation),
                                                           o.memsetValue,
                                                           zigzag(o.device),
                                                           zigzag(o.thread),
                                                           index(o.stream),
                                                           index(o.hasEvent() ? o.event : Operation::none),
                                                           index(o.chunk),
                                                           index(o.group()),
                                                           index(o.graph),
                                                           step(from, o.source),
                                                           o.bytes,
                                                           zigzag(kernel || o.hasTimeFactor() ? 0 : o.durationNs),
                                                           zigzag(o.callNs),
                                                           std::bit_cast<std::uint64_t>(o.timeFactor()),
                                                           static_cast<std::uint64_t>(k.kind),
                                                           static_cast<std::uint64_t>(k.precision),
                                                           k.registers,
                                                           k.grid,
                                                           k.block,
                                                           k.sharedMemory,
                                                           k.elements,
                                                           zigzag(k.workPerElement),
                                                           zigzag(kernel ? o.durationNs : 0),
                                                           parts.nameOf(o),
                                                           parts.listOf(o.reads),
                                                           parts.listOf(o.writes)};
    });
}

/// What the operations share.
struct ReadParts
{
    std::vector<SharedText> names;
    std::vector<BufferRanges> lists; ///< number 0 is the empty one
};

void readOperations(SectionReader &reader, const ReadParts &parts, Program &program)
{
    constexpr std::size_t any = std::size_t{1} << 31U;
    std::int64_t source = 0;
    RepeatedKernels kernels;
    readTable(reader, operationColumns, sizeof(Operation), [&](const NumberRow &row) {
        Operation o;
        o.kind = row.value(0, static_cast<OperationKind>(operationKindCount - 1));
        o.syncScope = row.value(1, SyncScope::Event);
        o.syncMethod = row.value(2, SyncMethod::Polling);
        o.allocation = row.value(3, AllocationPlace::PinnedHost);
        o.memsetValue = row.number<std::uint8_t>(4);
        o.device = row.withSign<std::int8_t>(5);
        o.thread = row.withSign<std::int8_t>(6);
        o.stream = row.index(7, program.streams.size());
        o.event = row.index(8, program.events.size());
        o.chunk = row.index(9, any);
        if (o.kind == OperationKind::Collective)
            o.setGroup(row.index(10, any));
        o.graph = row.index(11, any);
        source = stepped(row.isFirst() ? 0 : source, row[12]);
        row.require(source >= Operation::none && source <= std::numeric_limits<std::int32_t>::max());
        o.source = static_cast<std::int32_t>(source);
        o.bytes = row[13];
        o.durationNs = row.withSign<std::int64_t>(o.kind == OperationKind::Kernel ? 25 : 14);
        o.callNs = row.withSign<std::int64_t>(15);
        const auto timeFactor = std::bit_cast<double>(row[16]);
        row.require(std::isfinite(timeFactor) && timeFactor > 0);
        o.setTimeFactor(timeFactor);
        KernelWork work;
        work.kind = row.value(17, KernelKind::Tensor);
        work.precision = row.value(18, MatrixPrecision::Tf32);
        work.registers = row.number<std::uint16_t>(19);
        work.grid = row.number<std::uint32_t>(20);
        work.block = row.number<std::uint32_t>(21);
        work.sharedMemory = row.number<std::uint32_t>(22);
        work.elements = row[23];
        work.workPerElement = row.withSign<std::int64_t>(24);
        o.kernel = kernels.shared(work);
        row.require(row[26] < parts.names.size() && row[27] < parts.lists.size() && row[28] < parts.lists.size());
        o.name = parts.names[row[26]];
        o.reads = parts.lists[row[27]];
        o.writes = parts.lists[row[28]];
        program.operations.push_back(std::move(o));
    });
}

} // namespace

void writeProgram(const Program &program, SectionWriter &writer)
{
    const SharedParts parts(program);
    writeArchive(writer, SectionKind::ProgramFacts, 0, program);
    writeArchive(writer, SectionKind::OperationNames, 0, parts.names);
    writeRanges(parts, writer);
    writeOperations(program, parts, writer);
    writer.add(SectionKind::ProgramEnd, {});
}

Program readProgram(SectionReader &reader)
{
    Program program;
    readArchive(reader, program);
    ReadParts parts{{}, {BufferRanges()}};
    std::vector<std::vector<BufferRange>> lists;
    while (reader.require().kind != SectionKind::ProgramEnd) {
        switch (reader.current().kind) {
        case SectionKind::OperationNames: {
            std::vector<std::string> names;
            readArchive(reader, names);
            parts.names.assign(names.begin(), names.end());
            break;
        }
        case SectionKind::BufferRanges:
            readRanges(reader, program.buffers.size(), lists);
            break;
        case SectionKind::Operations:
            for (std::vector<BufferRange> &list : std::exchange(lists, {}))
                parts.lists.emplace_back(std::move(list));
            readOperations(reader, parts, program);
            break;
        default:
            reader.fail(QT_TRANSLATE_NOOP("engine", "it does not belong into a program"));
        }
    }
    if (const std::vector<std::string> problems = findProblems(program); !problems.empty())
        reader.fail(Phrase("engine", "it is the end of no sound program: %1").arg(problems.front()));
    return program;
}

} // namespace streamscope
