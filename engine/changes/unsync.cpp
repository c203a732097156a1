// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/removed_calls.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/program/operator_work_name.h"
#include "engine/program/order/hazards.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/order/program_order.h"
#include "engine/program/order/stream_rules.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <set>
#include <utility>

namespace streamscope {

namespace {

/// Synchronisations that nothing on the host needs.
class Unsync final : public Change
{
public:
    std::string id() const override { return "unsync"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Remove synchronisations"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The selected synchronisations go where nothing on the host needs the "
                                           "result; the last one of the Program stays.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "The host waits only to be sure, and work on other streams does not rely on the wait (in a "
                      "trace; in a Program whose buffers show the data flow such a synchronisation stays).");
    }
    std::string defaultFilter() const override { return "sync"; }
    bool onlyTakesAway() const override { return true; }
    std::vector<KnobSetting> knobSettings(const Parameters & /*change*/, const Parameters &knobs) const override
    {
        std::vector<KnobSetting> settings{{"sync_every_step", std::string("no")}, {"non_blocking", std::string("yes")}};
        if (knobs.has("issue_order") && knobs.choice("issue_order") == "serial") // waits for each chunk
            settings.push_back({"issue_order", std::string("depth-first")});
        return settings;
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// Which of the selected synchronisations must stay.
class NeededSyncs
{
public:
    explicit NeededSyncs(const ChangeInput &input)
        : m_program(input.program), m_operations(input.program.operations), m_removed(m_operations.size(), false)
    {
        std::size_t last = m_operations.size();
        for (std::size_t i = 0; i < m_operations.size(); ++i) {
            if (m_operations[i].kind != OperationKind::Sync)
                continue;
            last = i;
            m_syncs.push_back(static_cast<std::int32_t>(i));
            m_removed[i] = input.selected[i];
            selected += input.selected[i] ? 1 : 0;
        }
        if (last < m_operations.size() && m_removed[last]) {
            m_removed[last] = false;
            keptLast = true;
        }
        keepBeforeAllocations();
        if (isReplay(m_program))
            keepBehindCopiesBack();
        else
            keepWhereOthersRace();
    }

    const std::vector<bool> &removed() const { return m_removed; }

    std::size_t selected = 0, keptForMemory = 0, keptForResult = 0;
    bool keptLast = false;

private:
    void keepBeforeAllocations();
    void keepBehindCopiesBack();
    void keepWhereOthersRace();
    bool keepFor(const Race &race);
    bool waitsFor(std::int32_t sync, std::int32_t operation) const;
    Program withoutRemoved(std::vector<std::int32_t> &origin) const;

    const Program &m_program;
    const std::vector<Operation> &m_operations;
    std::vector<bool> m_removed;
    std::vector<std::int32_t> m_syncs; ///< all synchronisations, in the order of the list
    std::set<std::int32_t> m_keptNow;  ///< put back in this round
};

/// The host gives memory back or gets it anew: the wait says that nobody uses the memory any more. In a replay, what
/// such a call itself waited for is a synchronisation before it, and new memory needs no other wait.
void NeededSyncs::keepBeforeAllocations()
{
    const CallOrder calls(m_program);
    const bool replay = isReplay(m_program);
    const auto allocates = [&](std::int32_t index) {
        if (index < 0)
            return false;
        const Operation &next = m_operations[static_cast<std::size_t>(index)];
        return isAllocation(next.kind) && next.stream == Operation::none
               && (!replay || next.kind == OperationKind::Free);
    };
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const bool implicit = replay && m_operations[i].name == implicitSyncName;
        if (!m_removed[i] || !(implicit || allocates(calls.next(i))))
            continue;
        m_removed[i] = false;
        ++keptForMemory;
    }
}

/// A trace does not show what the host reads. A wait directly behind a copy back waits for its result.
void NeededSyncs::keepBehindCopiesBack()
{
    const StreamRules rules(m_program.streams);
    std::vector<bool> brought(m_program.streams.size(), false), recordedBehind(m_program.events.size(), false);
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const Operation &operation = m_operations[i];
        if (operation.kind == OperationKind::EventRecord)
            recordedBehind[static_cast<std::size_t>(operation.event)] =
                brought[static_cast<std::size_t>(rules.same(operation.stream))];
        else if (isInStream(operation) && operation.kind != OperationKind::EventWait)
            brought[static_cast<std::size_t>(rules.same(operation.stream))] = operation.kind == OperationKind::D2H;
        if (operation.kind != OperationKind::Sync)
            continue;
        bool needed = false;
        const auto ask = [&](std::int32_t stream) {
            needed = needed || brought[static_cast<std::size_t>(stream)];
            if (!m_removed[i] || needed)
                brought[static_cast<std::size_t>(stream)] = false; // waited for now
        };
        if (operation.syncScope == SyncScope::Event) {
            needed = recordedBehind[static_cast<std::size_t>(operation.event)];
            recordedBehind[static_cast<std::size_t>(operation.event)] = false;
        } else if (operation.syncScope == SyncScope::Stream)
            for (const std::int32_t stream : rules.comesAfter(operation.stream))
                ask(stream);
        else
            for (std::size_t s = 0; s < m_program.streams.size(); ++s)
                if (m_program.streams[s].device == operation.device)
                    ask(static_cast<std::int32_t>(s));
        if (m_removed[i] && needed) {
            m_removed[i] = false;
            ++keptForResult;
        }
    }
}

/// Puts back what keeps operations apart that use the same bytes. Each round sees the races that are left.
void NeededSyncs::keepWhereOthersRace()
{
    constexpr int mostRounds = 16;
    std::set<std::pair<std::int32_t, std::int32_t>> known;
    for (const Race &race : findRaces(m_program, m_operations.size()))
        known.emplace(race.first, race.second);
    for (int round = 0; round < mostRounds; ++round) {
        std::vector<std::int32_t> origin;
        const Program rest = withoutRemoved(origin);
        bool keptOne = false, races = false;
        m_keptNow.clear();
        for (Race race : findRaces(rest, m_operations.size())) {
            race.first = origin[static_cast<std::size_t>(race.first)];
            race.second = origin[static_cast<std::size_t>(race.second)];
            if (known.contains({race.first, race.second}))
                continue;
            races = true;
            keptOne = keepFor(race) || keptOne;
        }
        if (!races)
            return;
        if (!keptOne)
            break;
    }
    keptForResult += static_cast<std::size_t>(std::count(m_removed.begin(), m_removed.end(), true));
    std::fill(m_removed.begin(), m_removed.end(), false);
}

/// The latest removed synchronisation between the two that waits for the first, best one of the thread that issues the
/// second. One that this round has put back already settles the race, too.
bool NeededSyncs::keepFor(const Race &race)
{
    const std::int32_t thread = m_operations[static_cast<std::size_t>(race.second)].thread;
    const auto settled = m_keptNow.upper_bound(race.first);
    if (settled != m_keptNow.end() && *settled < race.second)
        return true;
    std::int32_t found = Operation::none;
    auto candidate = std::lower_bound(m_syncs.begin(), m_syncs.end(), race.second);
    while (candidate != m_syncs.begin() && *--candidate > race.first) {
        if (!m_removed[static_cast<std::size_t>(*candidate)] || !waitsFor(*candidate, race.first))
            continue;
        found = std::max(found, *candidate);
        if (m_operations[static_cast<std::size_t>(*candidate)].thread == thread) {
            found = *candidate;
            break;
        }
    }
    if (found < 0)
        return false;
    m_removed[static_cast<std::size_t>(found)] = false;
    m_keptNow.insert(found);
    ++keptForResult;
    return true;
}

bool NeededSyncs::waitsFor(std::int32_t sync, std::int32_t operation) const
{
    const Operation &wait = m_operations[static_cast<std::size_t>(sync)];
    const Operation &other = m_operations[static_cast<std::size_t>(operation)];
    switch (wait.syncScope) {
    case SyncScope::Device:
        return wait.device == m_program.deviceOf(other);
    case SyncScope::Stream:
        return wait.stream == other.stream;
    case SyncScope::Event:
        break;
    }
    return true; // whatever stands before the record
}

Program NeededSyncs::withoutRemoved(std::vector<std::int32_t> &origin) const
{
    Program rest;
    rest.streams = m_program.streams;
    rest.buffers = m_program.buffers;
    rest.events = m_program.events;
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        if (!m_removed[i]) {
            rest.operations.push_back(m_operations[i]);
            origin.push_back(static_cast<std::int32_t>(i));
        }
    return rest;
}

ChangedProgram Unsync::apply(const ChangeInput &input) const
{
    const NeededSyncs needed(input);
    ChangedProgram result;
    result.program = input.program;
    if (isReplay(input.program))
        shortenWorkAround(result.program.operations, needed.removed());
    std::size_t next = 0;
    std::erase_if(result.program.operations, [&](const Operation &) { return needed.removed()[next++]; });
    result.touched = input.program.operations.size() - result.program.operations.size();
    auto &notes = result.notes;
    if (needed.selected == 0)
        notes.emplace_back(QT_TRANSLATE_NOOP("engine", "No synchronisation is selected."));
    if (needed.keptForResult > 0)
        notes.push_back(
            isReplay(input.program)
                ? counted(
                    needed.keptForResult,
                    Phrase("engine", "1 synchronisation stays: a copy back to the host stands directly before it, and "
                                     "the host may need the result; drop:sync takes it away all the same."),
                    Phrase("engine", "%1 synchronisations stay: a copy back to the host stands directly before it, and "
                                     "the host may need the result; drop:sync takes it away all the same."))
                : counted(
                    needed.keptForResult,
                    Phrase("engine",
                           "1 synchronisation stays: without it, operations that use the same bytes would race."),
                    Phrase("engine",
                           "%1 synchronisations stay: without it, operations that use the same bytes would race.")));
    if (needed.keptForMemory > 0)
        notes.push_back(
            needed.keptForMemory == 1
                ? QT_TRANSLATE_NOOP("engine", "1 synchronisation stays: memory is allocated or freed there.")
                : Phrase("engine", "%1 synchronisations stay: memory is allocated or freed there.")
                      .arg(needed.keptForMemory));
    if (needed.keptLast)
        notes.emplace_back(QT_TRANSLATE_NOOP("engine", "The last synchronisation of the Program stays."));
    return result;
}

const RegisteredChange<Unsync> registeredUnsync;

} // namespace

} // namespace streamscope
