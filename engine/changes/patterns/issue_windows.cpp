// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/issue_windows.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/chains.h"
#include "engine/changes/patterns/repetition.h"
#include "engine/program/order/program_order.h"
#include "engine/program/order/stream_rules.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace streamscope {

namespace {

constexpr int stages = 3;

int stageOf(const Program &program, const IssueWindow::Entry &entry)
{
    return chainStage(program.operations[static_cast<std::size_t>(entry.operation)]).value_or(0);
}

/// The entries of one stream in a window.
using StreamEntries = std::vector<IssueWindow::Entry *>;

/// The operations of one stage, in order of issue.
using StageOperations = std::array<std::vector<std::int32_t>, stages>;

/// Empty where a stage comes again.
std::optional<StageOperations> stagesOf(const Program &program, const StreamEntries &entries)
{
    StageOperations result;
    int last = 0;
    for (const IssueWindow::Entry *entry : entries) {
        const int stage = stageOf(program, *entry);
        if (stage < last)
            return std::nullopt;
        last = stage;
        result[static_cast<std::size_t>(stage)].push_back(entry->operation);
    }
    return result;
}

/// Without numbers of chunks: k copies in, k kernels, k copies back are k chains, issued breadth-first. So are k equal
/// copies in, k times the same kernels, and k equal copies back. Returns the number of chains; 0 for any other shape.
std::size_t equalStages(const Program &program, const StageOperations &operations)
{
    std::size_t least = std::numeric_limits<std::size_t>::max(), most = 0;
    for (const auto &stage : operations) {
        if (!stage.empty())
            least = std::min(least, stage.size());
        most = std::max(most, stage.size());
    }
    if (least == most)
        return least;
    const bool repeated = std::all_of(operations.begin(), operations.end(), [&](const auto &stage) {
        return !stage.empty() && stage.size() % least == 0 && stage.size() / least % repetitionOf(program, stage) == 0;
    });
    return repeated ? least : 0;
}

/// Gives the entries of one stream their chains, numbered from `next` on.
void nameChains(const Program &program, const StreamEntries &entries, std::int32_t &next)
{
    const auto chunkOf = [&program](const IssueWindow::Entry *entry) {
        return program.operations[static_cast<std::size_t>(entry->operation)].chunk;
    };
    if (std::all_of(entries.begin(), entries.end(), [&](const auto *entry) { return chunkOf(entry) >= 0; })) {
        std::map<std::int32_t, std::int32_t> chains;
        for (IssueWindow::Entry *entry : entries) {
            const auto [chain, isNew] = chains.try_emplace(chunkOf(entry), next);
            next += isNew ? 1 : 0;
            entry->chain = chain->second;
        }
        return;
    }
    const std::optional<StageOperations> byStage = stagesOf(program, entries);
    const std::size_t chains = byStage ? equalStages(program, *byStage) : 0;
    if (chains > 1 && entries.size() > chains) {
        std::size_t begin = 0;
        for (const auto &stage : *byStage) {
            for (std::size_t i = 0; i < stage.size(); ++i)
                entries[begin + i]->chain = next + static_cast<std::int32_t>(i / (stage.size() / chains));
            begin += stage.size();
        }
        next += static_cast<std::int32_t>(chains);
        return;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool begins = i > 0 && stageOf(program, *entries[i]) < stageOf(program, *entries[i - 1]);
        next += begins ? 1 : 0;
        entries[i]->chain = next;
    }
    ++next;
}

/// Collects the windows of all threads in one walk.
class WindowFinder
{
public:
    WindowFinder(const Program &program, const std::vector<bool> &selected, PreparingWork work)
        : m_program(program), m_selected(selected), m_launchWork(program), m_rules(program.streams),
          m_isReplay(isReplay(program)), m_workMoves(work == PreparingWork::Moves),
          m_open(static_cast<std::size_t>(program.threadCount())), m_work(m_open.size()), m_prepares(m_open.size()),
          m_owner(program.streams.size(), Operation::none)
    {
        for (const Operation &operation : program.operations)
            if (isInStream(operation)) {
                std::int32_t &owner = m_owner[static_cast<std::size_t>(operation.stream)];
                owner = owner == Operation::none || owner == operation.thread ? operation.thread : severalThreads;
                m_usesDefaultStream = m_usesDefaultStream || isDefault(operation);
            }
    }

    std::vector<IssueWindow> run()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            step(static_cast<std::int32_t>(i));
        for (std::size_t thread = 0; thread < m_open.size(); ++thread)
            close(thread, false);
        return std::move(m_found);
    }

private:
    static constexpr std::int32_t severalThreads = -2;

    bool isDefault(const Operation &operation) const
    {
        return m_program.streams[static_cast<std::size_t>(operation.stream)].kind == StreamKind::LegacyDefault;
    }

    /// In a trace: a copy to pageable memory, for which the host waits in the call. It may use the data then, unless it
    /// issues on and waits behind the whole window as well.
    bool isAwaited(const Operation &operation) const
    {
        return m_isReplay && operation.kind == OperationKind::D2H
               && m_program.hostMemoryOf(operation) == HostMemory::Pageable;
    }

    /// Whether an operation may change places with those of other streams.
    bool isFree(std::size_t index) const
    {
        const Operation &operation = m_program.operations[index];
        if (!m_selected[index] || !isInStream(operation) || !chainStage(operation) || operation.graph >= 0)
            return false;
        const auto stream = static_cast<std::size_t>(operation.stream);
        const bool ordered = m_usesDefaultStream && m_rules.comesAfter(operation.stream).size() > 1;
        return m_owner[stream] != severalThreads && !ordered;
    }

    void step(std::int32_t index)
    {
        const Operation &operation = m_program.operations[static_cast<std::size_t>(index)];
        const auto thread = static_cast<std::size_t>(operation.thread);
        if (m_launchWork.belongsToLaunch(operation)) {
            m_work[thread].push_back(index);
            return;
        }
        const bool free = isFree(static_cast<std::size_t>(index));
        if (m_workMoves && operation.kind == OperationKind::HostWork && !isUnknownWork(operation)) {
            std::vector<std::int32_t> &prepares = m_prepares[thread];
            prepares.insert(prepares.end(), m_work[thread].begin(), m_work[thread].end());
            prepares.push_back(index);
            m_work[thread].clear();
            return;
        }
        if (!m_prepares[thread].empty() && !(free && operation.kind == OperationKind::H2D)) {
            close(thread, false); // the work was for something else
            m_prepares[thread].clear();
        }
        if (!free) {
            const bool everywhere = isOnHost(operation) && operation.kind != OperationKind::HostWork;
            for (std::size_t other = 0; other < m_open.size(); ++other) // what stands before it must stay there
                if (everywhere || other == thread)
                    close(other, operation.kind == OperationKind::Sync && other == thread);
            m_work[thread].clear();
            return;
        }
        IssueWindow::Entry entry;
        entry.operation = index;
        entry.work = std::exchange(m_prepares[thread], {});
        entry.work.insert(entry.work.end(), m_work[thread].begin(), m_work[thread].end());
        m_work[thread].clear();
        m_open[thread].entries.push_back(std::move(entry));
    }

    /// `waits`: for a synchronisation of this thread.
    void close(std::size_t thread, bool waits)
    {
        IssueWindow part;
        for (IssueWindow::Entry &entry : std::exchange(m_open[thread], {}).entries) {
            if (!waits && isAwaited(m_program.operations[static_cast<std::size_t>(entry.operation)]))
                keep(std::exchange(part, {}));
            else
                part.entries.push_back(std::move(entry));
        }
        keep(std::move(part));
    }

    void keep(IssueWindow window)
    {
        std::map<std::int32_t, StreamEntries> streams;
        for (IssueWindow::Entry &entry : window.entries) {
            streams[m_program.operations[static_cast<std::size_t>(entry.operation)].stream].push_back(&entry);
            window.positions.insert(window.positions.end(), entry.work.begin(), entry.work.end());
            window.positions.push_back(entry.operation);
        }
        for (const auto &[stream, entries] : streams)
            nameChains(m_program, entries, window.chains);
        if (window.chains > 1)
            m_found.push_back(std::move(window));
    }

    const Program &m_program;
    const std::vector<bool> &m_selected;
    const LaunchWork m_launchWork;
    const StreamRules m_rules;
    const bool m_isReplay, m_workMoves;
    std::vector<IssueWindow> m_open;                   ///< by thread
    std::vector<std::vector<std::int32_t>> m_work;     ///< by thread: since its last call, or its last own work
    std::vector<std::vector<std::int32_t>> m_prepares; ///< by thread: its own work since then, and m_work before it
    std::vector<std::int32_t> m_owner;                 ///< by stream: the thread that issues into it
    bool m_usesDefaultStream = false;
    std::vector<IssueWindow> m_found;
};

} // namespace

std::vector<std::int32_t> IssueWindow::issued(const Program &program, bool breadth) const
{
    std::vector<std::int32_t> first(static_cast<std::size_t>(chains), -1); // by chain: in which turn it began
    std::int32_t turns = 0;
    std::vector<std::pair<std::pair<int, std::int32_t>, const Entry *>> order;
    for (const Entry &entry : entries) {
        std::int32_t &turn = first[static_cast<std::size_t>(entry.chain)];
        if (turn < 0)
            turn = turns++;
        order.push_back({{breadth ? stageOf(program, entry) : 0, turn}, &entry});
    }
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<std::int32_t> list;
    list.reserve(positions.size());
    for (const auto &[key, entry] : order) {
        list.insert(list.end(), entry->work.begin(), entry->work.end());
        list.push_back(entry->operation);
    }
    return list;
}

std::vector<IssueWindow> issueWindowsOf(const Program &program, const std::vector<bool> &selected, PreparingWork work)
{
    return WindowFinder(program, selected, work).run();
}

} // namespace streamscope
