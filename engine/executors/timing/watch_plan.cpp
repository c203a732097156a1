// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/watch_plan.h"

#include "engine/executors/timing/graph_nodes.h"
#include "engine/program/order/hazards.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <utility>

namespace streamscope {

namespace {

/// They wait for every kernel of the device, so for the one that watches, too: it would hold them up until the copies
/// behind them have come, which it never sees (Runtime API, implicit synchronization).
bool waitsForTheObserver(const Operation &operation)
{
    return (operation.kind == OperationKind::Sync && operation.syncScope == SyncScope::Device)
           || isAllocation(operation.kind);
}

/// Nothing but an event tells when these end.
bool needsAnEvent(const Operation &operation)
{
    return isCopy(operation.kind) || operation.kind == OperationKind::Memset
           || (isAllocation(operation.kind) && isInStream(operation));
}

/// Why nothing of `program` can be watched, whatever its copies are; empty when some may.
std::string problemOf(const Program &program)
{
    const auto copies = std::count_if(program.operations.begin(), program.operations.end(),
                                      [](const Operation &operation) { return isHostCopy(operation.kind); });
    if (copies == 0)
        return QT_TRANSLATE_NOOP("engine", "nothing is copied between the host and the device");
    if (hasGraphNodes(program))
        return QT_TRANSLATE_NOOP(
            "engine",
            "a graph decides by itself when it comes to a copy, so that each needs an event in front as well");
    if (program.deviceCount() > 1)
        return QT_TRANSLATE_NOOP("engine", "the Program uses several devices");
    if (program.connections != 0)
        return QT_TRANSLATE_NOOP(
            "engine",
            "the Program asks for a number of connections to the device, of which the observer would take one");
    if (copies > static_cast<std::ptrdiff_t>(WatchPlan::most))
        return Phrase("engine", "of more than %1 copies none is watched").arg(WatchPlan::most);
    if (!findRaces(program, 1).empty())
        return QT_TRANSLATE_NOOP("engine", "operations race for the same data");
    return {};
}

/// Picks the copies of a Program without races: in such a one, of two operations that use the same bytes the one that
/// is issued first comes first.
class WatchPlanner
{
public:
    explicit WatchPlanner(const Program &program)
        : m_program(program), m_words(program.buffers.size()), m_reasons(program.operations.size())
    {}

    WatchPlan plan()
    {
        collectCandidates();
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            dropWhatIsUsedBy(i);
        return result();
    }

private:
    struct Candidate
    {
        std::size_t copy = 0;
        bool source = false; ///< the word is where the copy's last bytes come from
    };
    using Words = std::multimap<std::uint64_t, Candidate>; ///< by the word's first byte

    static BufferRange lastWord(const BufferRange &range, std::uint64_t bytes)
    {
        return {range.buffer, range.offset + bytes - WatchPlan::wordBytes, WatchPlan::wordBytes};
    }

    std::string reasonAgainst(const Operation &copy) const
    {
        const HostMemory memory = m_program.hostMemoryOf(copy);
        if (memory == HostMemory::Pageable)
            return QT_TRANSLATE_NOOP("engine", "copies from or to pageable memory are staged by the driver");
        if (memory == HostMemory::WriteCombined)
            return QT_TRANSLATE_NOOP("engine", "write-combined memory is not looked at by the CPU");
        if (copy.bytes < WatchPlan::wordBytes)
            return QT_TRANSLATE_NOOP("engine", "it takes four bytes to watch a copy");
        if (lastWord(copy.writes.front(), copy.bytes).offset % WatchPlan::wordBytes != 0
            || lastWord(copy.reads.front(), copy.bytes).offset % WatchPlan::wordBytes != 0)
            return QT_TRANSLATE_NOOP("engine", "the last word of a copy does not lie at a multiple of four bytes");
        return {};
    }

    void collectCandidates()
    {
        bool observerMustBeGone = false;
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const Operation &operation = m_program.operations[i];
            observerMustBeGone = observerMustBeGone || waitsForTheObserver(operation);
            if (!isHostCopy(operation.kind))
                continue;
            m_reasons[i] = reasonAgainst(operation);
            if (m_reasons[i].empty() && observerMustBeGone && operation.kind == OperationKind::H2D)
                m_reasons[i] = QT_TRANSLATE_NOOP(
                    "engine", "a synchronisation of the whole device in front of a copy would wait for the observer");
            if (!m_reasons[i].empty())
                continue;
            add(lastWord(operation.writes.front(), operation.bytes), {i, false});
            if (operation.kind == OperationKind::H2D) // what it brings is read before the run
                add(lastWord(operation.reads.front(), operation.bytes), {i, true});
        }
    }

    void add(const BufferRange &word, const Candidate &candidate)
    {
        m_words[static_cast<std::size_t>(word.buffer)].emplace(word.offset, candidate);
    }

    void dropWhatIsUsedBy(std::size_t user)
    {
        const Operation &operation = m_program.operations[user];
        for (const bool writes : {false, true})
            for (const BufferRange &range : writes ? operation.writes : operation.reads) {
                if (range.bytes == 0)
                    continue;
                const Words &words = m_words[static_cast<std::size_t>(range.buffer)];
                const std::uint64_t before = WatchPlan::wordBytes - 1; // a word that begins there reaches inside
                auto word = words.lower_bound(range.offset < before ? 0 : range.offset - before);
                for (; word != words.end() && word->first < range.offset + range.bytes; ++word)
                    judge(word->second, user, writes);
            }
    }

    void judge(const Candidate &candidate, std::size_t user, bool writes)
    {
        std::string &reason = m_reasons[candidate.copy];
        if (!reason.empty())
            return;
        if (candidate.source) {
            if (writes)
                reason = QT_TRANSLATE_NOOP("engine", "what a copy brings is written in the same run");
            return;
        }
        if (user == candidate.copy)
            return;
        const OperationKind kind = m_program.operations[user].kind;
        if (user < candidate.copy)
            reason = QT_TRANSLATE_NOOP("engine", "a copy's destination is used before it");
        else if (writes && kind != OperationKind::Kernel)
            reason = QT_TRANSLATE_NOOP("engine", "a copy's destination is written again");
    }

    WatchPlan result() const
    {
        WatchPlan plan;
        plan.wordOf.assign(m_program.operations.size(), WatchPlan::none);
        plan.everything = true;
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const Operation &operation = m_program.operations[i];
            const bool watched = isHostCopy(operation.kind) && m_reasons[i].empty();
            plan.everything = plan.everything && (watched || !needsAnEvent(operation));
            if (isHostCopy(operation.kind) && !watched && plan.problem.empty())
                plan.problem = m_reasons[i];
            if (!watched)
                continue;
            plan.wordOf[i] = static_cast<std::int32_t>(plan.words.size());
            plan.words.push_back({static_cast<std::int32_t>(i), lastWord(operation.writes.front(), operation.bytes),
                                  lastWord(operation.reads.front(), operation.bytes)});
        }
        return plan;
    }

    const Program &m_program;
    std::vector<Words> m_words;         ///< by buffer
    std::vector<std::string> m_reasons; ///< by operation: why a copy is not watched
};

} // namespace

WatchPlan planWatch(const Program &program)
{
    std::string problem = problemOf(program);
    if (problem.empty())
        return WatchPlanner(program).plan();
    WatchPlan nothing;
    nothing.wordOf.assign(program.operations.size(), WatchPlan::none);
    nothing.problem = std::move(problem);
    return nothing;
}

} // namespace streamscope
