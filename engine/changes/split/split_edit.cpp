// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/split/split_edit.h"

#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <utility>

namespace streamscope {

SplitEdit::SplitEdit(const ChangeInput &input, const SplitRules &rules, const std::vector<OperationChain> &chains)
    : m_input(input), m_chains(chains), m_launchWork(rules.launchWork()), m_repeatedWork(input.program, m_launchWork),
      m_rules(input.program.streams), m_calls(input.program),
      m_chunks(static_cast<std::uint64_t>(input.values.integer("chunks"))),
      m_streams(static_cast<std::uint64_t>(input.values.integer("streams"))),
      m_cutter(m_chunks, input.profile, input.program), m_oneThread(input.program.threadCount() == 1),
      m_chainOf(input.program.operations.size(), -1), m_workPlace(input.program.operations.size(), -1),
      m_taken(input.program.operations.size(), false), m_busy(input.program.streams.size(), false),
      m_unjoined(input.program.streams.size())
{
    m_result.program = withoutOperations(input.program);
    for (std::size_t c = 0; c < chains.size(); ++c)
        for (const std::int32_t operation : chains[c].operations)
            m_chainOf[static_cast<std::size_t>(operation)] = static_cast<std::int32_t>(c);
}

ChangedProgram SplitEdit::run()
{
    findChainWork();
    const std::vector<Operation> &from = m_input.program.operations;
    m_result.program.operations.reserve(mostOperations());
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (m_taken[i])
            continue;
        if (m_chainOf[i] < 0)
            writeOther(from[i]);
        else if (const OperationChain &chain = m_chains[static_cast<std::size_t>(m_chainOf[i])];
                 chain.operations.front() == static_cast<std::int32_t>(i))
            writeChain(chain);
    }
    addNotes();
    return std::move(m_result);
}

/// The work that a thread does before each call of a chain; each chunk needs it again.
void SplitEdit::findChainWork()
{
    const auto &operations = m_input.program.operations;
    std::vector<std::vector<std::int32_t>> open(static_cast<std::size_t>(m_input.program.threadCount()));
    for (std::size_t i = 0; i < operations.size(); ++i) {
        std::vector<std::int32_t> &work = open[static_cast<std::size_t>(operations[i].thread)];
        if (m_launchWork.belongsToLaunch(operations[i])) {
            work.push_back(static_cast<std::int32_t>(i));
            continue;
        }
        if (m_chainOf[i] >= 0) {
            const bool first =
                m_chains[static_cast<std::size_t>(m_chainOf[i])].operations.front() == static_cast<std::int32_t>(i);
            for (const std::int32_t index : work)
                m_taken[static_cast<std::size_t>(index)] = !first;
            m_workPlace[i] = static_cast<std::int32_t>(m_workEnd.size());
            m_work.insert(m_work.end(), work.begin(), work.end());
            m_workEnd.push_back(m_work.size());
        }
        work.clear();
    }
}

/// A list of millions that outgrows its place stands in memory twice. Places that stay empty take none.
std::size_t SplitEdit::mostOperations() const
{
    constexpr std::size_t eventsOfLane = 3; // one of the fork, two of the join
    std::size_t most = m_input.program.operations.size() + m_work.size() * m_chunks;
    for (const OperationChain &chain : m_chains)
        most += chain.operations.size() * m_chunks + std::min(m_streams, m_chunks) * eventsOfLane;
    return most;
}

const std::vector<std::int32_t> &SplitEdit::lanesOf(std::int32_t stream)
{
    std::vector<std::int32_t> &lanes = m_lanes[stream];
    if (!lanes.empty())
        return lanes;
    lanes.push_back(stream);
    const Stream old = m_result.program.streams[static_cast<std::size_t>(stream)];
    AddedParts parts(m_result.program);
    for (std::uint64_t lane = 1; lane < std::min(m_streams, m_chunks); ++lane) {
        lanes.push_back(parts.addStream(old.id + "." + std::to_string(lane), old.device, old.priority));
        m_joinEvent[lanes.back()] = parts.addEvent("chunks on " + old.id + "." + std::to_string(lane));
    }
    if (lanes.size() > 1)
        m_forkEvent[stream] = parts.addEvent("before the chunks of " + old.id);
    return lanes;
}

/// An operation outside of all chains: the stream that the chunks came from waits for them before it goes on.
void SplitEdit::writeOther(const Operation &operation)
{
    const bool syncsStream = operation.kind == OperationKind::Sync && operation.syncScope == SyncScope::Stream;
    if (isInStream(operation) || syncsStream)
        join(m_rules.same(operation.stream), operation.thread);
    if (isInStream(operation))
        m_busy[static_cast<std::size_t>(m_rules.same(operation.stream))] = true;
    if (syncsStream)
        m_busy[static_cast<std::size_t>(m_rules.same(operation.stream))] = false;
    if (operation.kind == OperationKind::Sync && operation.syncScope == SyncScope::Device)
        for (std::size_t stream = 0; stream < m_busy.size(); ++stream)
            if (m_input.program.streams[stream].device == operation.device) {
                m_busy[stream] = false;
                m_unjoined[stream].clear();
            }
    push(operation);
}

/// Directly behind the chunks of a chain that does the same, with data that are on the device: each chunk needs the
/// same one before it, which is in its stream, and no other. New data may overwrite what kernels of other chunks read.
bool SplitEdit::goesOn(const OperationChain &chain)
{
    const OperationChain *before = std::exchange(m_last[chain.stream], &chain);
    const auto alike = [this](std::int32_t a, std::int32_t b) {
        const Operation &one = m_input.program.operations[static_cast<std::size_t>(a)],
                        &other = m_input.program.operations[static_cast<std::size_t>(b)];
        return one.kind == other.kind && one.name == other.name && one.bytes == other.bytes
               && (one.kind != OperationKind::Kernel || one.kernel->grid == other.kernel->grid);
    };
    const auto isCopyIn = [this](std::int32_t index) {
        return m_input.program.operations[static_cast<std::size_t>(index)].kind == OperationKind::H2D;
    };
    return before && !m_unjoined[static_cast<std::size_t>(chain.stream)].empty()
           && std::none_of(chain.operations.begin(), chain.operations.end(), isCopyIn)
           && std::equal(before->operations.begin(), before->operations.end(), chain.operations.begin(),
                         chain.operations.end(), alike);
}

void SplitEdit::writeChain(const OperationChain &chain)
{
    const std::vector<std::int32_t> &lanes = lanesOf(chain.stream);
    if (!goesOn(chain)) {
        join(chain.stream, chain.thread);
        if (m_busy[static_cast<std::size_t>(chain.stream)])
            fork(chain, lanes);
    }
    m_cuts.clear();
    for (const std::int32_t index : chain.operations)
        m_cuts.push_back(m_cutter.cutsOf(m_input.program.operations[static_cast<std::size_t>(index)]));
    for (std::uint64_t chunk = 0; chunk < m_chunks; ++chunk)
        for (std::size_t place = 0; place < m_cuts.size(); ++place) {
            const std::int32_t index = chain.operations[place];
            Operation part = m_cutter.part(m_cuts[place], chunk);
            part.stream = lanes[chunk % lanes.size()];
            if (chunk > 0 && part.callNs >= 0)
                part.callNs = m_calls.ofKind(part.kind);
            if (chunk > 0 && part.callNs >= 0 && m_oneThread)
                part.callNs += repeatedWorkNs(index);
            else if (chunk > 0 || index != chain.operations.front())
                writeWork(index, chunk > 0, chain.thread);
            m_shortened += chunk == 0 && m_cutter.keepsBlocks(*m_cuts[place].whole) ? 1 : 0;
            push(std::move(part));
        }
    m_busy[static_cast<std::size_t>(chain.stream)] = true;
    m_unjoined[static_cast<std::size_t>(chain.stream)].assign(lanes.begin() + 1, lanes.end());
    m_result.touched += chain.operations.size() * m_chunks;
    // Other streams may rely on the order of a stream that blocks: the NULL stream's rule.
    if (!m_input.program.streams[static_cast<std::size_t>(chain.stream)].nonBlocking)
        join(chain.stream, chain.thread);
}

void SplitEdit::fork(const OperationChain &chain, const std::vector<std::int32_t> &lanes)
{
    if (lanes.size() < 2)
        return;
    const std::int32_t event = m_forkEvent.at(chain.stream);
    push(m_eventCalls.record(event, chain.stream, chain.thread));
    for (std::size_t lane = 1; lane < lanes.size(); ++lane)
        push(m_eventCalls.wait(event, lanes[lane], chain.thread));
}

void SplitEdit::join(std::int32_t stream, std::int32_t thread)
{
    for (const std::int32_t lane : std::exchange(m_unjoined[static_cast<std::size_t>(stream)], {})) {
        const std::int32_t event = m_joinEvent.at(lane);
        push(m_eventCalls.record(event, lane, thread));
        push(m_eventCalls.wait(event, stream, thread));
    }
}

std::span<const std::int32_t> SplitEdit::workBefore(std::int32_t operation) const
{
    const auto place = static_cast<std::size_t>(m_workPlace[static_cast<std::size_t>(operation)]);
    const std::size_t first = place == 0 ? 0 : m_workEnd[place - 1];
    return std::span(m_work).subspan(first, m_workEnd[place] - first);
}

/// Within the calls it takes no operations of its own: a thread that is alone holds nobody up with its calls.
std::int64_t SplitEdit::repeatedWorkNs(std::int32_t operation) const
{
    const auto &operations = m_input.program.operations;
    RepeatedWork::Pieces again = m_repeatedWork.before(operations[static_cast<std::size_t>(operation)]);
    std::int64_t ns = 0;
    for (const std::int32_t index : workBefore(operation))
        ns += again.next(operations[static_cast<std::size_t>(index)].durationNs);
    return ns;
}

/// The first time as measured, then as RepeatedWork says.
void SplitEdit::writeWork(std::int32_t operation, bool again, std::int32_t thread)
{
    const auto &operations = m_input.program.operations;
    RepeatedWork::Pieces pieces = m_repeatedWork.before(operations[static_cast<std::size_t>(operation)]);
    for (const std::int32_t index : workBefore(operation)) {
        Operation work = operations[static_cast<std::size_t>(index)];
        work.thread = thread;
        if (again)
            work.durationNs = pieces.next(work.durationNs);
        if (work.durationNs > 0)
            push(std::move(work));
    }
}

void SplitEdit::addNotes()
{
    m_result.notes.push_back(
        Phrase("engine", "%1 in %2 on %3.")
            .arg(counted(m_chains.size(), Phrase("engine", "1 chain"), Phrase("engine", "%1 chains")),
                 counted(m_chunks, Phrase("engine", "1 chunk"), Phrase("engine", "%1 chunks")),
                 counted(std::min(m_streams, m_chunks), Phrase("engine", "1 stream"), Phrase("engine", "%1 streams"))));
    if (m_shortened > 0)
        m_result.notes.push_back(
            m_shortened == 1
                ? Phrase("engine", "1 kernel has few blocks: each chunk keeps them and runs 1/%1 of the time.")
                      .arg(m_chunks)
                : Phrase("engine", "%1 kernels have few blocks: each chunk keeps them and runs 1/%2 of the time.")
                      .arg(m_shortened, m_chunks));
    if (isReplay(m_input.program))
        m_result.notes.emplace_back(QT_TRANSLATE_NOOP(
            "engine",
            "A trace does not show data: the kernels of a chain are taken to work on what its copies bring."));
}

} // namespace streamscope
