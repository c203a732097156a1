// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/added_parts.h"
#include "engine/changes/edit/event_edges.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/data_edges.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/changes/patterns/usual_calls.h"
#include "engine/program/errors.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace streamscope {

namespace {

/// Operations onto a stream of their own.
class MoveToStream final : public Change
{
public:
    std::string id() const override { return "move"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Move to another stream"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "The selected operations go to a stream of their own; events keep the dependencies of their data.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "In a trace, which does not show data: a copy to the device needs nothing before it (its buffers "
                      "are used in turn), nor does a host function that makes its data; a copy back and other host "
                      "functions need what stands before them, and a kernel needs both sides.");
    }
    std::vector<ParameterSpec> parameters() const override;
    std::string defaultFilter() const override { return "h2d"; }
    ChangedProgram apply(const ChangeInput &input) const override;
};

std::vector<ParameterSpec> MoveToStream::parameters() const
{
    ParameterSpec stream;
    stream.name = "stream";
    stream.label = QT_TRANSLATE_NOOP("engine", "Stream");
    stream.type = ParameterType::Text;
    stream.defaultValue = std::string("moved");
    stream.help =
        QT_TRANSLATE_NOOP("engine", "The name of a stream of the Program, or of a new one, which does not block.");
    ParameterSpec independent;
    independent.name = "independent";
    independent.label = QT_TRANSLATE_NOOP("engine", "Independent");
    independent.type = ParameterType::Choice;
    independent.choices = {"no", "yes"};
    independent.defaultValue = std::string("no");
    independent.help =
        QT_TRANSLATE_NOOP("engine", "yes: nothing in the old stream needs the moved operations and they need nothing "
                                    "there; only synchronisations with the old stream wait for them.");
    return {stream, independent};
}

/// Its results are the host's.
bool isForHost(const Operation &operation)
{
    return operation.kind == OperationKind::D2H || operation.kind == OperationKind::HostFunction;
}

/// Whether what follows in the old stream may need what moved, as far as a trace can tell.
bool needs(const Operation &later, const Operation &moved)
{
    if (moved.kind == OperationKind::HostFunction)
        return later.kind == OperationKind::H2D; // it may have made the data
    return !isForHost(moved);
}

/// Host functions that make data, by operation: what comes next of the host's copies of their stream is one to the
/// device, and none back stands between them and the function before.
std::vector<bool> functionsThatMakeData(const Program &program)
{
    struct Seen
    {
        bool back = false;                       ///< a copy back since the last function
        std::int32_t function = Operation::none; ///< that may make data
    };
    std::vector<Seen> seen(program.streams.size());
    std::vector<bool> result(program.operations.size(), false);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.stream < 0)
            continue;
        auto &[back, function] = seen[static_cast<std::size_t>(operation.stream)];
        if (operation.kind == OperationKind::HostFunction) {
            function = std::exchange(back, false) ? Operation::none : static_cast<std::int32_t>(i);
        } else if (isHostCopy(operation.kind)) {
            back = operation.kind == OperationKind::D2H;
            if (const std::int32_t maker = std::exchange(function, Operation::none); maker >= 0 && !back)
                result[static_cast<std::size_t>(maker)] = true;
        }
    }
    return result;
}

class MoveEdit
{
public:
    explicit MoveEdit(const ChangeInput &input)
        : m_input(input), m_operations(input.program.operations), m_name(input.values.text("stream")),
          m_independent(input.values.choice("independent") == "yes"), m_replay(isReplay(input.program)),
          m_makesData(functionsThatMakeData(input.program)), m_stream(m_operations.size(), Operation::none),
          m_edges(m_operations.size()), m_pending(input.program.streams.size(), Operation::none)
    {
        m_result.program = withoutOperations(input.program);
        if (m_name.empty())
            throw InputError(QT_TRANSLATE_NOOP("engine", "move: the new stream needs a name (move:h2d,stream=copies)"));
    }

    ChangedProgram run();

private:
    bool isMovable(std::size_t index) const;
    void findWholeGraphs();
    void widenToGraphs();
    bool isMoved(std::int32_t index) const
    {
        return m_stream[static_cast<std::size_t>(index)] != m_operations[static_cast<std::size_t>(index)].stream;
    }
    void placeOperations();
    std::int32_t streamOn(int device, std::int32_t thread);
    void findEdges();
    void findDataEdges();
    void findOrderEdges();
    bool goesAlong(std::int32_t index) const;
    void noteOldStream(std::int32_t index, const std::vector<bool> &hostWaits);
    void write();
    void addNotes();

    const ChangeInput &m_input;
    const std::vector<Operation> &m_operations;
    const std::string m_name;
    const bool m_independent, m_replay;
    const std::vector<bool> m_makesData;                                    ///< by operation
    std::vector<std::int32_t> m_stream;                                     ///< by operation: where it goes
    std::map<std::int32_t, std::pair<std::int32_t, std::int32_t>> m_graphs; ///< that move: first and last operation
    std::map<int, std::int32_t> m_new;                                      ///< by device
    std::vector<std::pair<std::int32_t, std::int32_t>> m_found;             ///< dependencies, later and earlier
    EventEdges m_edges;
    std::vector<std::int32_t> m_pending; ///< by old stream: its last moved operation that it has not waited for
    std::size_t m_moved = 0, m_inGraphs = 0;
    ChangedProgram m_result;
};

bool MoveEdit::isMovable(std::size_t index) const
{
    const Operation &operation = m_operations[index];
    return m_input.selected[index] && isInStream(operation) && !isAllocation(operation.kind)
           && !uses(operation.kind, field::event) && (operation.graph < 0 || m_graphs.contains(operation.graph));
}

/// A graph that is launched into one stream can be launched into another one, with all that is in it.
void MoveEdit::findWholeGraphs()
{
    std::set<std::int32_t> stay;
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const Operation &operation = m_operations[i];
        if (operation.graph < 0)
            continue;
        const auto index = static_cast<std::int32_t>(i);
        const auto [graph, isNew] = m_graphs.try_emplace(operation.graph, index, index);
        auto &[first, last] = graph->second;
        last = index;
        if (!m_input.selected[i] || !isInStream(operation) || uses(operation.kind, field::event)
            || operation.stream != m_operations[static_cast<std::size_t>(first)].stream)
            stay.insert(operation.graph);
    }
    for (const std::int32_t graph : stay)
        m_graphs.erase(graph);
}

/// A whole graph waits, and is waited for.
void MoveEdit::widenToGraphs()
{
    for (auto &[later, earlier] : m_found) {
        if (const auto graph = m_graphs.find(m_operations[static_cast<std::size_t>(later)].graph);
            graph != m_graphs.end())
            later = graph->second.first;
        if (const auto graph = m_graphs.find(m_operations[static_cast<std::size_t>(earlier)].graph);
            graph != m_graphs.end())
            earlier = graph->second.second;
    }
}

void MoveEdit::placeOperations()
{
    findWholeGraphs();
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        m_stream[i] = m_operations[i].stream;
        if (!isMovable(i)) {
            m_inGraphs += m_input.selected[i] && m_operations[i].graph >= 0 ? 1 : 0;
            continue;
        }
        m_stream[i] = streamOn(m_input.program.deviceOf(m_operations[i]), m_operations[i].thread);
        m_moved += isMoved(static_cast<std::int32_t>(i)) ? 1 : 0;
    }
}

/// A stream belongs to one device: on every further device the new stream has a name of its own.
std::int32_t MoveEdit::streamOn(int device, std::int32_t thread)
{
    const auto [found, isNew] = m_new.try_emplace(device, Operation::none);
    if (isNew) {
        const std::int32_t named = streamNamed(m_input.program, m_name);
        const bool fits = named >= 0 && m_input.program.streams[static_cast<std::size_t>(named)].device == device;
        found->second = fits ? named : AddedParts(m_result.program).addStream(m_name, device);
    }
    const Stream &stream = m_result.program.streams[static_cast<std::size_t>(found->second)];
    if (stream.kind == StreamKind::PerThreadDefault && stream.thread != thread)
        throw InputError(
            Phrase("engine",
                   "move: stream '%1' is the default stream of thread %2; thread %3 cannot reach it, use another name")
                .arg(m_name, stream.thread, thread));
    return found->second;
}

void MoveEdit::findEdges()
{
    if (!m_replay && !m_independent)
        findDataEdges();
    findOrderEdges();
    widenToGraphs();
    std::stable_sort(m_found.begin(), m_found.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> waited; // by streams: up to which operation
    for (const auto &[later, earlier] : m_found) {
        const std::pair streams{m_stream[static_cast<std::size_t>(earlier)], m_stream[static_cast<std::size_t>(later)]};
        std::int32_t &last = waited.try_emplace(streams, Operation::none).first->second;
        if (last < earlier)
            m_edges.add(earlier, later);
        last = std::max(last, earlier);
    }
}

/// Of each other stream an operation waits for the last one that it needs.
void MoveEdit::findDataEdges()
{
    std::vector<std::int32_t> latest(m_result.program.streams.size(), Operation::none), touched;
    std::int32_t current = Operation::none;
    const auto flush = [&] {
        for (const std::int32_t stream : touched)
            m_found.emplace_back(current, std::exchange(latest[static_cast<std::size_t>(stream)], Operation::none));
        touched.clear();
    };
    forEachDataEdge(m_input.program, [&](std::int32_t earlier, std::int32_t later) {
        if (later != current)
            flush();
        current = later;
        const std::int32_t from = m_stream[static_cast<std::size_t>(earlier)];
        if ((!isMoved(earlier) && !isMoved(current)) || from == m_stream[static_cast<std::size_t>(current)])
            return;
        std::int32_t &last = latest[static_cast<std::size_t>(from)];
        if (last < 0)
            touched.push_back(from);
        last = std::max(last, earlier);
    });
    flush();
}

/// What the host waits for in the old stream includes the moved operations; in a trace the streams' order stands for
/// the data.
void MoveEdit::findOrderEdges()
{
    const bool byOrder = m_replay && !m_independent;
    std::vector<bool> hostWaits(m_operations.size(), false); // by record: the host waits for it
    const std::vector<std::int32_t> seen = recordsSeen(m_input.program);
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        if (m_operations[i].kind == OperationKind::Sync && seen[i] >= 0)
            hostWaits[static_cast<std::size_t>(seen[i])] = true;
    std::vector<std::int32_t> last(m_input.program.streams.size(), Operation::none); // unmoved, by stream
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const auto index = static_cast<std::int32_t>(i);
        const Operation &operation = m_operations[i];
        if (operation.stream < 0)
            continue;
        const auto stream = static_cast<std::size_t>(operation.stream);
        if (byOrder && last[stream] < 0 && goesAlong(index)) {
            m_stream[i] = m_stream[static_cast<std::size_t>(m_pending[stream])];
            continue;
        }
        if (!isMoved(index)) {
            noteOldStream(index, hostWaits);
            if (isInStream(operation))
                last[stream] = index;
            continue;
        }
        const bool startsAnew = operation.kind == OperationKind::H2D || m_makesData[i];
        if (byOrder && !startsAnew && last[stream] >= 0)
            m_found.emplace_back(index, std::exchange(last[stream], Operation::none));
        m_pending[stream] = index;
    }
}

/// The record of an event directly behind a copy back or a host function that moves: there it stands for the same work,
/// because that waits for what was before it, and the old stream need not wait for it.
bool MoveEdit::goesAlong(std::int32_t index) const
{
    const Operation &operation = m_operations[static_cast<std::size_t>(index)];
    const std::int32_t moved = m_pending[static_cast<std::size_t>(operation.stream)];
    return operation.kind == OperationKind::EventRecord && moved >= 0
           && isForHost(m_operations[static_cast<std::size_t>(moved)]);
}

void MoveEdit::noteOldStream(std::int32_t index, const std::vector<bool> &hostWaits)
{
    const Operation &operation = m_operations[static_cast<std::size_t>(index)];
    const std::int32_t moved = m_pending[static_cast<std::size_t>(operation.stream)];
    if (moved < 0)
        return;
    const bool needed = m_replay && !m_independent && needs(operation, m_operations[static_cast<std::size_t>(moved)]);
    const bool recorded =
        operation.kind == OperationKind::EventRecord && (m_replay || hostWaits[static_cast<std::size_t>(index)]);
    if (!needed && !recorded && operation.kind != OperationKind::Sync)
        return;
    m_found.emplace_back(index, moved);
    m_pending[static_cast<std::size_t>(operation.stream)] = Operation::none;
}

void MoveEdit::write()
{
    m_edges.makeEvents(m_result.program, m_stream, "moved");
    m_edges.write(m_operations, m_stream, addedEventCallNs(m_input.program), m_result.program);
    m_result.touched = m_moved;
}

void MoveEdit::addNotes()
{
    auto &notes = m_result.notes;
    if (m_inGraphs > 0)
        notes.push_back(m_inGraphs == 1
                            ? QT_TRANSLATE_NOOP("engine", "1 operation is part of a graph and stays there.")
                            : Phrase("engine", "%1 operations are part of a graph and stay there.").arg(m_inGraphs));
    if (m_moved == 0) {
        notes.push_back(
            Phrase("engine", "Nothing to move: no selected operation of a stream is outside of stream '%1'.")
                .arg(m_name));
        return;
    }
    notes.push_back(
        Phrase("engine", "%1 moved, %2 kept by events.")
            .arg(counted(m_moved, Phrase("engine", "1 operation"), Phrase("engine", "%1 operations")),
                 counted(m_edges.size(), Phrase("engine", "1 dependency"), Phrase("engine", "%1 dependencies"))));
    if (m_independent)
        notes.emplace_back(
            QT_TRANSLATE_NOOP("engine", "The moved operations are taken to depend on nothing in their old streams."));
    else if (m_replay)
        notes.emplace_back(
            QT_TRANSLATE_NOOP("engine", "A trace does not show data: copies to the device are taken to need no earlier "
                                        "work, and what follows them in their old stream to need them."));
}

ChangedProgram MoveEdit::run()
{
    placeOperations();
    if (m_moved > 0) {
        findEdges();
        write();
    } else {
        m_result.program.operations = m_operations;
    }
    addNotes();
    return std::move(m_result);
}

ChangedProgram MoveToStream::apply(const ChangeInput &input) const
{
    ChangedProgram result = MoveEdit(input).run();
    if (result.touched > 0)
        if (const auto race = newRaceText(input.program, result.program))
            result.notes.push_back(Phrase("engine", "Careful: now %1.").arg(*race));
    return result;
}

const RegisteredChange<MoveToStream> registeredMove;

} // namespace

} // namespace streamscope
