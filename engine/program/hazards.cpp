// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/hazards.h"

#include "engine/program/program_order.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace streamscope {

namespace {

/// The operations known to have ended at some moment: their number for each chain (a stream, or the host).
using Knowledge = std::vector<std::uint32_t>;

void join(Knowledge &known, const Knowledge &other)
{
    for (std::size_t i = 0; i < known.size() && i < other.size(); ++i)
        known[i] = std::max(known[i], other[i]);
}

/// Walks the operations in issue order and keeps a vector clock for each chain and each event, by the same rules as
/// ProgramOrder, and one for the host, which advances when the host synchronises.
class HappensBefore
{
public:
    explicit HappensBefore(const Program &program)
        : m_program(program), m_rules(program.streams), m_host(program.streams.size()),
          m_counts(program.streams.size() + 1, 0), m_last(program.streams.size()), m_records(program.events.size()),
          m_hostKnows(program.streams.size() + 1, 0)
    {
        for (std::size_t i = 0; i < program.operations.size(); ++i)
            if (program.operations[i].kind == OperationKind::Collective)
                m_groups[program.operations[i].group].push_back(static_cast<std::int32_t>(i));
    }

    struct Moment
    {
        std::size_t chain = 0;
        std::uint32_t position = 0; ///< in its chain, from 1
    };

    /// Processes the next operation: sets its position; known() is its vector clock. False for an operation that only
    /// makes the host wait.
    bool advance(std::size_t index, Moment &moment)
    {
        const Operation &operation = m_program.operations[index];
        if (operation.kind == OperationKind::Sync) {
            synchronize(operation);
            return false;
        }
        m_known = m_hostKnows;
        const bool inStream = isInStream(operation);
        moment.chain = inStream ? static_cast<std::size_t>(m_rules.same(operation.stream)) : m_host;
        if (inStream)
            joinPredecessors(operation);
        moment.position = ++m_counts[moment.chain];
        m_known[moment.chain] = moment.position;
        if (!inStream) {
            m_hostKnows[m_host] = moment.position;
            return true;
        }
        m_last[moment.chain] = m_known;
        if (operation.kind == OperationKind::EventRecord)
            m_records[operation.event] = m_known;
        if (returnsWhenDone(operation))
            join(m_hostKnows, m_known);
        return true;
    }

    bool knows(const Moment &moment) const { return m_known[moment.chain] >= moment.position; }

private:
    void joinPredecessors(const Operation &operation)
    {
        for (const std::int32_t stream : m_rules.comesAfter(operation.stream))
            join(m_known, m_last[stream]);
        if (operation.kind == OperationKind::EventWait)
            join(m_known, m_records[operation.event]);
        if (operation.kind == OperationKind::Collective) // all ranks begin when the last one is ready
            for (const std::int32_t rank : m_groups[operation.group])
                join(m_known, m_last[m_rules.same(m_program.operations[rank].stream)]);
    }

    void synchronize(const Operation &operation)
    {
        if (operation.syncScope == SyncScope::Event) {
            join(m_hostKnows, m_records[operation.event]);
            return;
        }
        for (std::size_t i = 0; i < m_last.size(); ++i) {
            const bool meant = operation.syncScope == SyncScope::Stream
                                   ? m_rules.same(operation.stream) == static_cast<std::int32_t>(i)
                                   : m_program.streams[i].device == operation.device;
            if (meant)
                join(m_hostKnows, m_last[i]);
        }
    }

    /// Runtime API, API synchronization behavior: a copy to pageable memory returns when it is complete.
    bool returnsWhenDone(const Operation &operation) const
    {
        return operation.kind == OperationKind::D2H && m_program.hostMemoryOf(operation) == HostMemory::Pageable;
    }

    const Program &m_program;
    const StreamRules m_rules;
    const std::size_t m_host;            ///< the host's chain
    std::vector<std::uint32_t> m_counts; ///< by chain: operations so far
    std::vector<Knowledge> m_last;       ///< by stream: what its last operation knows when it has ended; may be empty
    std::vector<Knowledge> m_records;    ///< by event: the same of its latest record
    Knowledge m_hostKnows;
    Knowledge m_known; ///< of the operation at hand, itself included
    std::map<std::int32_t, std::vector<std::int32_t>> m_groups;
};

/// The last uses of a part of a buffer.
struct Access
{
    std::int32_t operation = -1;
    HappensBefore::Moment moment;
};

struct Stretch
{
    std::uint64_t end = 0;
    Access write;              ///< none: operation −1
    std::vector<Access> reads; ///< since that write, the last one of each chain
};

class RaceFinder
{
public:
    RaceFinder(const Program &program, std::size_t most)
        : m_program(program), m_most(most), m_order(program), m_buffers(program.buffers.size())
    {}

    std::vector<Race> run()
    {
        for (std::size_t i = 0; i < m_program.operations.size() && m_races.size() < m_most; ++i) {
            Access access{static_cast<std::int32_t>(i), {}};
            if (!m_order.advance(i, access.moment))
                continue;
            const Operation &operation = m_program.operations[i];
            for (const BufferRange &range : operation.reads)
                read(range, access, !staysInUse(operation, range));
            for (const BufferRange &range : operation.writes)
                write(range, access);
        }
        return std::move(m_races);
    }

private:
    using Stretches = std::map<std::uint64_t, Stretch>;

    /// The host may use pageable memory again as soon as a copy out of it returns: it was staged.
    bool staysInUse(const Operation &operation, const BufferRange &range) const
    {
        const Buffer &buffer = m_program.buffers[range.buffer];
        return operation.kind != OperationKind::H2D || buffer.place != BufferPlace::Host
               || buffer.hostMemory != HostMemory::Pageable;
    }

    /// Splits the part that contains `position`, so that a part begins there.
    static void split(Stretches &stretches, std::uint64_t position)
    {
        auto after = stretches.upper_bound(position);
        if (after == stretches.begin())
            return;
        auto found = std::prev(after);
        if (found->first == position || found->second.end <= position)
            return;
        Stretch rest = found->second;
        found->second.end = position;
        stretches.emplace_hint(after, position, std::move(rest));
    }

    void check(const Access &earlier, bool earlierWrites, const Access &access, bool writes, std::int32_t buffer)
    {
        if (earlier.operation < 0 || earlier.operation == access.operation || m_order.knows(earlier.moment))
            return;
        if (m_races.size() < m_most && m_seen.emplace(earlier.operation, access.operation).second)
            m_races.push_back({earlier.operation, access.operation, buffer, earlierWrites, writes});
    }

    void read(const BufferRange &range, const Access &access, bool forget)
    {
        if (range.bytes == 0)
            return;
        Stretches &stretches = m_buffers[range.buffer];
        const std::uint64_t end = range.offset + range.bytes;
        split(stretches, range.offset);
        split(stretches, end);
        std::uint64_t position = range.offset;
        for (auto it = stretches.lower_bound(range.offset); position < end; ++it) {
            if (it == stretches.end() || it->first > position) // this part is unused
                it = stretches.emplace_hint(it, position,
                                            Stretch{it == stretches.end() ? end : std::min(end, it->first), {}, {}});
            check(it->second.write, true, access, false, range.buffer);
            if (!forget)
                noteRead(it->second, access);
            position = it->second.end;
        }
    }

    static void noteRead(Stretch &stretch, const Access &access)
    {
        for (Access &earlier : stretch.reads)
            if (earlier.moment.chain == access.moment.chain) {
                earlier = access;
                return;
            }
        stretch.reads.push_back(access);
    }

    void write(const BufferRange &range, const Access &access)
    {
        if (range.bytes == 0)
            return;
        Stretches &stretches = m_buffers[range.buffer];
        const std::uint64_t end = range.offset + range.bytes;
        split(stretches, range.offset);
        split(stretches, end);
        const auto first = stretches.lower_bound(range.offset), last = stretches.lower_bound(end);
        for (auto it = first; it != last; ++it) {
            check(it->second.write, true, access, true, range.buffer);
            for (const Access &reader : it->second.reads)
                check(reader, false, access, true, range.buffer);
        }
        stretches.emplace_hint(stretches.erase(first, last), range.offset, Stretch{end, access, {}});
    }

    const Program &m_program;
    const std::size_t m_most;
    HappensBefore m_order;
    std::vector<Stretches> m_buffers;
    std::vector<Race> m_races;
    std::set<std::pair<std::int32_t, std::int32_t>> m_seen;
};

std::string nameOf(const Program &program, std::int32_t index)
{
    const Operation &operation = program.operations[index];
    return operation.name.empty() ? std::string(kindName(operation.kind)) + " (operation " + std::to_string(index) + ")"
                                  : "'" + operation.name + "'";
}

std::string placeOf(const Program &program, std::int32_t index)
{
    const Operation &operation = program.operations[index];
    return isInStream(operation) ? " on stream " + program.streams[operation.stream].id : " on the host";
}

} // namespace

std::vector<Race> findRaces(const Program &program, std::size_t most)
{
    return RaceFinder(program, most).run();
}

std::string raceText(const Program &program, const Race &race)
{
    return nameOf(program, race.second) + placeOf(program, race.second) + (race.secondWrites ? " writes" : " reads")
           + " buffer '" + program.buffers[race.buffer].id + "', which " + nameOf(program, race.first)
           + placeOf(program, race.first) + (race.firstWrites ? " writes" : " reads")
           + ", and nothing makes one wait for the other";
}

std::string missingWaitText(const Program &program, const Race &race)
{
    const Operation &first = program.operations[race.first], &second = program.operations[race.second];
    const std::string &from = program.streams[first.stream].id;
    if (!isInStream(second))
        return "Synchronise the host with stream " + from + " (or with an event recorded in it behind "
               + nameOf(program, race.first) + ") before " + nameOf(program, race.second) + ".";
    return "Record an event in stream " + from + " behind " + nameOf(program, race.first) + " and let stream "
           + program.streams[second.stream].id + " wait for it (cudaStreamWaitEvent) before "
           + nameOf(program, race.second) + ".";
}

} // namespace streamscope
