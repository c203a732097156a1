// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/order/hazards.h"

#include "engine/program/order/byte_map.h"
#include "engine/program/order/graph_launches.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace streamscope {

namespace {

/// The operations known to have ended at some moment: their number for each chain (a stream, or a host thread).
using Knowledge = std::vector<std::uint32_t>;

void join(Knowledge &known, const Knowledge &other)
{
    for (std::size_t i = 0; i < known.size() && i < other.size(); ++i)
        known[i] = std::max(known[i], other[i]);
}

/// Walks the operations in the order of the list and keeps a vector clock for each chain and each event, by the same
/// rules as ProgramOrder, and one for each host thread, which advances when the thread synchronises or when another
/// thread hands over to it (IssueOrder).
class HappensBefore
{
public:
    explicit HappensBefore(const Program &program)
        : m_program(program), m_rules(program.streams), m_issueOrder(program), m_graphs(program),
          m_counts(program.streams.size() + static_cast<std::size_t>(program.threadCount()), 0),
          m_last(program.streams.size()), m_lastOperation(program.streams.size(), Operation::none),
          m_records(program.events.size()),
          m_hostKnows(static_cast<std::size_t>(program.threadCount()), Knowledge(m_counts.size(), 0))
    {
        for (std::size_t i = 0; i < program.operations.size(); ++i) {
            if (program.operations[i].kind == OperationKind::Collective)
                m_groups[program.operations[i].group()].push_back(static_cast<std::int32_t>(i));
            for (const std::int32_t earlier : m_issueOrder.before(i))
                ++m_handedOver[earlier].uses;
        }
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
        takeOver(index);
        const bool works = operation.kind != OperationKind::Sync;
        if (works)
            issue(index, moment);
        else
            synchronize(operation);
        if (const auto handed = m_handedOver.find(static_cast<std::int32_t>(index)); handed != m_handedOver.end())
            handed->second.knowledge = m_hostKnows[operation.thread];
        return works;
    }

    /// When the thread has staged the pageable memory of the operation at hand: its call returns then.
    const Moment &staged() const { return m_staged; }

    bool knows(const Moment &moment) const { return m_known[moment.chain] >= moment.position; }

private:
    /// What a thread knew when the call of an operation had returned, until `uses` operations of others have asked.
    struct HandedOver
    {
        int uses = 0;
        Knowledge knowledge;
    };

    std::size_t hostChain(const Operation &operation) const
    {
        return m_program.streams.size() + static_cast<std::size_t>(operation.thread);
    }

    void takeOver(std::size_t index)
    {
        for (const std::int32_t earlier : m_issueOrder.before(index)) {
            const auto handed = m_handedOver.find(earlier);
            join(m_hostKnows[m_program.operations[index].thread], handed->second.knowledge);
            if (--handed->second.uses == 0)
                m_handedOver.erase(handed);
        }
    }

    void issue(std::size_t index, Moment &moment)
    {
        const Operation &operation = m_program.operations[index];
        Knowledge &hostKnows = m_hostKnows[operation.thread];
        m_known = hostKnows;
        const bool inStream = isInStream(operation);
        moment.chain = inStream ? static_cast<std::size_t>(m_rules.same(operation.stream)) : hostChain(operation);
        if (inStream)
            joinPredecessors(index);
        if (stagesPageable(operation)) {
            const std::size_t host = hostChain(operation);
            m_staged = {host, ++m_counts[host]};
            m_known[host] = hostKnows[host] = m_staged.position;
        }
        moment.position = ++m_counts[moment.chain];
        m_known[moment.chain] = moment.position;
        if (!inStream) {
            hostKnows[moment.chain] = moment.position;
            return;
        }
        m_last[moment.chain] = m_known;
        m_lastOperation[moment.chain] = static_cast<std::int32_t>(index);
        if (operation.kind == OperationKind::EventRecord)
            m_records[operation.event] = m_known;
        if (returnsWhenDone(operation))
            join(hostKnows, m_known);
    }

    void joinPredecessors(std::size_t index)
    {
        const Operation &operation = m_program.operations[index];
        for (const std::int32_t stream : m_rules.comesAfter(operation.stream))
            join(m_known, m_last[stream]);
        joinGraphs(index);
        if (operation.kind == OperationKind::EventWait)
            join(m_known, m_records[operation.event]);
        if (operation.kind == OperationKind::Collective) // all ranks begin when the last one is ready
            for (const std::int32_t rank : m_groups[operation.group()])
                join(m_known, m_last[m_rules.same(m_program.operations[rank].stream)]);
    }

    /// What is kept for it grows with the graphs of several streams alone.
    void joinGraphs(std::size_t index)
    {
        m_beforeGraphs.clear();
        m_graphs.issue(static_cast<std::int32_t>(index), m_latest, m_beforeGraphs);
        for (const std::int32_t before : m_beforeGraphs)
            join(m_known, m_aroundGraphs.at(before));
    }

    /// GraphLaunches may name it later as what an operation waits for.
    std::int32_t latestOf(std::int32_t stream)
    {
        const std::int32_t same = m_rules.same(stream), latest = m_lastOperation[same];
        if (latest >= 0)
            m_aroundGraphs.try_emplace(latest, m_last[same]);
        return latest;
    }

    void synchronize(const Operation &operation)
    {
        Knowledge &hostKnows = m_hostKnows[operation.thread];
        if (operation.syncScope == SyncScope::Event) {
            join(hostKnows, m_records[operation.event]);
            return;
        }
        for (std::size_t i = 0; i < m_last.size(); ++i) {
            const bool meant = operation.syncScope == SyncScope::Stream
                                   ? m_rules.same(operation.stream) == static_cast<std::int32_t>(i)
                                   : m_program.streams[i].device == operation.device;
            if (meant)
                join(hostKnows, m_last[i]);
        }
    }

    bool stagesPageable(const Operation &operation) const
    {
        return operation.kind == OperationKind::H2D && m_program.hostMemoryOf(operation) == HostMemory::Pageable;
    }

    /// Runtime API, API synchronization behavior: a copy to pageable memory returns when it is complete.
    bool returnsWhenDone(const Operation &operation) const
    {
        return operation.kind == OperationKind::D2H && m_program.hostMemoryOf(operation) == HostMemory::Pageable;
    }

    const Program &m_program;
    const StreamRules m_rules;
    const IssueOrder m_issueOrder;
    GraphLaunches m_graphs;
    const GraphLaunches::Latest m_latest = [this](std::int32_t stream) { return latestOf(stream); };
    std::vector<std::uint32_t> m_counts; ///< by chain, streams before threads: operations so far
    std::vector<Knowledge> m_last;       ///< by stream: what its last operation knows when it has ended; may be empty
    std::vector<std::int32_t> m_lastOperation; ///< by stream
    std::vector<Knowledge> m_records;          ///< by event: the same of its latest record
    std::vector<Knowledge> m_hostKnows;        ///< by thread
    Knowledge m_known;                         ///< of the operation at hand, itself included
    Moment m_staged;
    std::map<std::int32_t, HandedOver> m_handedOver;
    std::map<std::int32_t, Knowledge> m_aroundGraphs; ///< of operations before and in graphs of several streams
    std::vector<std::int32_t> m_beforeGraphs;         ///< operations that the one at hand waits for by a graph's launch
    std::map<std::int32_t, std::vector<std::int32_t>> m_groups;
};

/// The last uses of a part of a buffer.
struct Access
{
    std::int32_t operation = -1;
    HappensBefore::Moment moment;
};

struct Uses
{
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
                read(range, access,
                     staysInUse(m_program, operation, range) ? access : Access{access.operation, m_order.staged()});
            for (const BufferRange &range : operation.writes)
                write(range, access);
        }
        return std::move(m_races);
    }

private:
    void check(const Access &earlier, bool earlierWrites, const Access &access, bool writes, std::int32_t buffer)
    {
        if (earlier.operation < 0 || earlier.operation == access.operation || m_order.knows(earlier.moment))
            return;
        if (m_races.size() < m_most && m_seen.emplace(earlier.operation, access.operation).second)
            m_races.push_back({earlier.operation, access.operation, buffer, earlierWrites, writes});
    }

    /// `reader`: when the range has been read; `access` or an earlier moment.
    void read(const BufferRange &range, const Access &access, const Access &reader)
    {
        m_buffers[range.buffer].forEach(range, [&](Uses &uses) {
            check(uses.write, true, access, false, range.buffer);
            noteRead(uses, reader);
        });
    }

    static void noteRead(Uses &uses, const Access &access)
    {
        for (Access &earlier : uses.reads)
            if (earlier.moment.chain == access.moment.chain) {
                earlier = access;
                return;
            }
        uses.reads.push_back(access);
    }

    void write(const BufferRange &range, const Access &access)
    {
        m_buffers[range.buffer].replace(range, Uses{access, {}}, [&](const Uses &uses) {
            check(uses.write, true, access, true, range.buffer);
            for (const Access &reader : uses.reads)
                check(reader, false, access, true, range.buffer);
        });
    }

    const Program &m_program;
    const std::size_t m_most;
    HappensBefore m_order;
    std::vector<ByteMap<Uses>> m_buffers;
    std::vector<Race> m_races;
    std::set<std::pair<std::int32_t, std::int32_t>> m_seen;
};

std::string nameOf(const Program &program, std::int32_t index)
{
    const Operation &operation = program.operations[index];
    return operation.name.empty()
               ? Phrase("engine", "%1 (operation %2)").arg(std::string(kindName(operation.kind)), index)
               : "'" + operation.name + "'";
}

/// "'copy in' on stream A".
std::string whoOf(const Program &program, std::int32_t index)
{
    const Operation &operation = program.operations[index];
    const std::string name = nameOf(program, index);
    if (isInStream(operation))
        return Phrase("engine", "%1 on stream %2").arg(name, program.streams[operation.stream].id);
    return program.threadCount() > 1 ? Phrase("engine", "%1 on host thread %2").arg(name, operation.thread)
                                     : Phrase("engine", "%1 on the host").arg(name);
}

/// A race by what its second and its first operation do.
Phrase raceSentence(bool secondWrites, bool firstWrites)
{
    if (!secondWrites)
        return Phrase("engine", "%1 reads buffer '%2', which %3 writes, and nothing makes one wait for the other");
    return firstWrites
               ? Phrase("engine", "%1 writes buffer '%2', which %3 writes, and nothing makes one wait for the other")
               : Phrase("engine", "%1 writes buffer '%2', which %3 reads, and nothing makes one wait for the other");
}

} // namespace

bool staysInUse(const Program &program, const Operation &operation, const BufferRange &range)
{
    const Buffer &buffer = program.buffers[static_cast<std::size_t>(range.buffer)];
    return operation.kind != OperationKind::H2D || buffer.place != BufferPlace::Host
           || buffer.hostMemory != HostMemory::Pageable;
}

std::vector<Race> findRaces(const Program &program, std::size_t most)
{
    return RaceFinder(program, most).run();
}

std::string raceText(const Program &program, const Race &race)
{
    return raceSentence(race.secondWrites, race.firstWrites)
        .arg(whoOf(program, race.second), program.buffers[race.buffer].id, whoOf(program, race.first));
}

std::string missingWaitText(const Program &program, const Race &race)
{
    const Operation &first = program.operations[race.first], &second = program.operations[race.second];
    if (!isInStream(first)) // only another thread knows nothing of it
        return Phrase("engine", "Let thread %1 record an event behind %2 and thread %3 wait for it before %4.")
            .arg(first.thread, nameOf(program, race.first), second.thread, nameOf(program, race.second));
    const std::string &from = program.streams[first.stream].id;
    if (!isInStream(second))
        return Phrase("engine",
                      "Synchronise the host with stream %1 (or with an event recorded in it behind %2) before %3.")
            .arg(from, nameOf(program, race.first), nameOf(program, race.second));
    return Phrase(
               "engine",
               "Record an event in stream %1 behind %2 and let stream %3 wait for it (cudaStreamWaitEvent) before %4.")
        .arg(from, nameOf(program, race.first), program.streams[second.stream].id, nameOf(program, race.second));
}

} // namespace streamscope
