// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/between_launches.h"
#include "engine/changes/change.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/removed_calls.h"
#include "engine/changes/edit/removed_operators.h"
#include "engine/changes/edit/warm_caches.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/collective_units.h"
#include "engine/changes/patterns/framework_operators.h"
#include "engine/program/errors.h"
#include "engine/program/operator_work_name.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <set>
#include <utility>

namespace streamscope {

namespace {

/// Operations that are not there.
class Drop final : public Change
{
public:
    std::string id() const override { return "drop"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Leave operations out"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The selected operations and their calls go; event records stay, so that "
                                           "nothing waits for ever. A filter must say which.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The program does not need them: the answer is how much they cost at most.");
    }
    bool onlyTakesAway() const override { return true; }
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// Which operations go.
std::vector<bool> removedBy(const ChangeInput &input, std::size_t &records, std::size_t &ranks)
{
    const auto &operations = input.program.operations;
    std::vector<bool> removed(operations.size(), false);
    std::set<std::int32_t> groups;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (!input.selected[i])
            continue;
        if (operations[i].kind == OperationKind::EventRecord) {
            ++records;
            continue;
        }
        removed[i] = true;
        if (operations[i].kind == OperationKind::Collective)
            groups.insert(operations[i].group());
    }
    for (std::size_t i = 0; i < operations.size(); ++i) // a rank without the others would wait for ever
        if (operations[i].kind == OperationKind::Collective && !removed[i] && groups.contains(operations[i].group())) {
            removed[i] = true;
            ++ranks;
        }
    return removed;
}

/// A replay has what an allocation or free waited for as a synchronisation of its own before it.
void removeWaitsOfAllocations(const std::vector<Operation> &operations, std::vector<bool> &removed)
{
    for (std::size_t i = 1; i < operations.size(); ++i)
        if (removed[i] && isAllocation(operations[i].kind) && operations[i - 1].kind == OperationKind::Sync
            && operations[i - 1].thread == operations[i].thread && operations[i - 1].name == implicitSyncName)
            removed[i - 1] = true;
}

/// The stream of a process group has nothing but its collectives: what waited for one that goes does not wait for the
/// one before it.
void removeWaitsForCollectives(const std::vector<Operation> &operations, std::vector<bool> &removed)
{
    std::set<std::int32_t> events, stay;
    for (std::size_t i = 1; i < operations.size(); ++i)
        if (operations[i].kind == OperationKind::EventRecord && operations[i].hasEvent() && removed[i - 1]
            && isCollectiveKernel(operations[i - 1]) && operations[i - 1].stream == operations[i].stream)
            events.insert(operations[i].event);
    for (const Operation &operation : operations)
        if (operation.kind == OperationKind::Sync && operation.hasEvent())
            stay.insert(operation.event);
    for (std::size_t i = 0; i < operations.size() && !events.empty(); ++i) {
        const Operation &operation = operations[i];
        const bool isEvent = operation.kind == OperationKind::EventRecord || operation.kind == OperationKind::EventWait;
        if (isEvent && events.contains(operation.event) && !stay.contains(operation.event))
            removed[i] = true;
    }
}

/// A library that launches a kernel clears its work space before: a memset between two launches that go goes, too.
std::size_t removeMemsetsBetween(const std::vector<Operation> &operations, std::vector<bool> &removed)
{
    std::vector<bool> launches = removed;
    for (std::size_t i = 0; i < operations.size(); ++i)
        launches[i] = launches[i] && operations[i].kind == OperationKind::Kernel;
    std::size_t count = 0;
    for (const std::size_t memset : betweenLaunches(operations, launches, [](const Operation &operation) {
             return operation.kind == OperationKind::Memset;
         })) {
        count += removed[memset] ? 0 : 1;
        removed[memset] = true;
    }
    return count;
}

/// Of a trace, which does not say what the host reads.
bool dropsWaitsForResults(const ChangeInput &input, const std::vector<bool> &removed)
{
    bool waits = false, results = false;
    for (std::size_t i = 0; i < removed.size(); ++i) {
        const Operation &operation = input.program.operations[i];
        waits |= removed[i] && operation.kind == OperationKind::Sync && operation.name != implicitSyncName;
        results |= !removed[i] && operation.kind == OperationKind::D2H;
    }
    return waits && results && isReplay(input.program);
}

/// The call that launches a graph is its first operation's.
void handOnGraphCalls(std::vector<Operation> &operations, const std::vector<bool> &removed)
{
    std::vector<std::pair<std::int32_t, std::int64_t>> open; // by thread: the graph and its call
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Operation &operation = operations[i];
        if (operation.graph < 0)
            continue;
        const auto thread = static_cast<std::size_t>(operation.thread);
        if (thread >= open.size())
            open.resize(thread + 1, {Operation::none, -1});
        auto &[graph, callNs] = open[thread];
        if (graph != operation.graph) {
            graph = operation.graph;
            callNs = removed[i] ? operation.callNs : -1;
        } else if (!removed[i] && callNs >= 0) {
            operation.callNs = std::exchange(callNs, -1);
        }
    }
}

std::vector<bool> pageableAmong(const Program &program, const std::vector<bool> &removed)
{
    std::vector<bool> result(removed.size(), false);
    for (std::size_t i = 0; i < removed.size(); ++i)
        result[i] = removed[i] && isHostCopy(program.operations[i].kind)
                    && program.hostMemoryOf(program.operations[i]) == HostMemory::Pageable;
    return result;
}

ChangedProgram Drop::apply(const ChangeInput &input) const
{
    if (std::all_of(input.selected.begin(), input.selected.end(), [](bool s) { return s; }))
        throw InputError(
            QT_TRANSLATE_NOOP("engine", "drop: everything is selected; say which operations, as drop:kernel gemm"));
    std::size_t records = 0, ranks = 0;
    std::vector<bool> removed = removedBy(input, records, ranks);
    if (isReplay(input.program)) {
        removeWaitsOfAllocations(input.program.operations, removed);
        removeWaitsForCollectives(input.program.operations, removed);
    }
    const std::size_t memsets =
        isOfFramework(input.program) ? removeMemsetsBetween(input.program.operations, removed) : 0;
    ChangedProgram result;
    result.touched = static_cast<std::size_t>(std::count(removed.begin(), removed.end(), true));
    result.program = input.program;
    auto &operations = result.program.operations;
    handOnGraphCalls(operations, removed);
    if (isReplay(input.program)) {
        removeOperators(operations, removed);
        shortenWorkAround(operations, removed);
        warmBehind(pageableAmong(input.program, removed), operations, input.program);
        warmBehindAllocations(removed, operations, input.program);
    }
    std::size_t next = 0;
    std::erase_if(operations, [&](const Operation &) { return removed[next++]; });
    if (records > 0)
        result.notes.push_back(
            counted(records, Phrase("engine", "1 event record stays."), Phrase("engine", "%1 event records stay.")));
    if (dropsWaitsForResults(input, removed))
        result.notes.emplace_back(
            QT_TRANSLATE_NOOP("engine", "The host must still wait for a result before it reads it, and before its "
                                        "stream and buffers are used again: these waits are not in the prediction."));
    if (memsets > 0)
        result.notes.push_back(
            counted(memsets, Phrase("engine", "1 memset between them went, too: the launches needed it."),
                    Phrase("engine", "%1 memsets between them went, too: the launches needed them.")));
    if (ranks > 0)
        result.notes.push_back(ranks == 1
                                   ? QT_TRANSLATE_NOOP("engine", "1 rank of the same collectives went with them.")
                                   : Phrase("engine", "%1 ranks of the same collectives went with them.").arg(ranks));
    if (result.touched == 0 && records == 0)
        result.notes.emplace_back(QT_TRANSLATE_NOOP("engine", "Nothing is selected."));
    return result;
}

const RegisteredChange<Drop> registeredDrop;

} // namespace

} // namespace streamscope
