// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/added_parts.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/program/operator_work_name.h"
#include "engine/program/order/program_order.h"
#include "engine/program/order/stream_rules.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// Waits where the stream is used again.
class PostponeWaits final : public Change
{
public:
    std::string id() const override { return "postpone"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Wait later"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine",
                                 "The host waits for the selected synchronisations only before it uses their stream "
                                 "again; one with the device waits for the stream of the last copy back.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Each stream has buffers of its own, and the host needs a result only when "
                                           "its stream is used again.");
    }
    std::string defaultFilter() const override { return "sync"; }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec before;
        before.name = "before";
        before.label = QT_TRANSLATE_NOOP("engine", "Before");
        before.type = ParameterType::Choice;
        before.choices = {"work", "issue"};
        before.defaultValue = std::string("work");
        before.help = QT_TRANSLATE_NOOP("engine", "work: the host works for a stream right before it issues to it, as "
                                                  "when it fills its buffers, and waits before that work; issue: the "
                                                  "work needs neither the result nor the buffers.");
        return {before};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// Finds where each selected synchronisation goes.
class PostponeEdit
{
public:
    explicit PostponeEdit(const ChangeInput &input)
        : m_input(input), m_operations(input.program.operations), m_rules(input.program.streams),
          m_count(m_operations.size()), m_place(m_count, Stays)
    {}

    ChangedProgram run();

private:
    static constexpr std::int32_t Stays = -1;
    struct Wait
    {
        std::int32_t sync, stream;
    };

    void findWaits();
    void findLastSyncs();
    void findPlaces();
    /// Where a wait for the stream goes that `index` issues to.
    std::size_t beforeUse(std::size_t index) const;
    std::size_t placeAtEnd(std::int32_t thread) const;
    bool worksBetween(std::size_t sync, std::size_t place) const;
    ChangedProgram written() const;
    Operation waitAt(const Wait &wait) const;

    const ChangeInput &m_input;
    const std::vector<Operation> &m_operations;
    const StreamRules m_rules;
    const std::size_t m_count;
    std::vector<Wait> m_waits;            ///< in the order of the list
    std::vector<std::int32_t> m_place;    ///< by synchronisation: before which operation it goes, or the end
    std::vector<std::int32_t> m_lastSync; ///< by thread
    std::size_t m_unknown = 0;            ///< no stream is known that they wait for
};

/// What each selected synchronisation waits for: a stream, where one is known.
void PostponeEdit::findWaits()
{
    std::vector<std::int32_t> recorded(m_input.program.events.size(), Operation::none);
    std::vector<std::int32_t> back(static_cast<std::size_t>(m_input.program.threadCount()), Operation::none);
    for (std::size_t i = 0; i < m_count; ++i) {
        const Operation &operation = m_operations[i];
        std::int32_t &result = back[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::EventRecord)
            recorded[static_cast<std::size_t>(operation.event)] = operation.stream;
        else if (operation.kind == OperationKind::D2H)
            result = operation.stream;
        if (operation.kind != OperationKind::Sync)
            continue;
        std::int32_t stream = std::exchange(result, Operation::none);
        if (operation.syncScope == SyncScope::Stream)
            stream = operation.stream;
        else if (operation.syncScope == SyncScope::Event)
            stream = recorded[static_cast<std::size_t>(operation.event)];
        // What a call of an allocation waited for inside is no call of its own.
        const bool isOwnCall = operation.name != implicitSyncName;
        if (m_input.selected[i] && isOwnCall && stream >= 0)
            m_waits.push_back({static_cast<std::int32_t>(i), m_rules.same(stream)});
        else
            m_unknown += m_input.selected[i] && isOwnCall ? 1 : 0;
    }
}

void PostponeEdit::findLastSyncs()
{
    m_lastSync.assign(static_cast<std::size_t>(m_input.program.threadCount()), Operation::none);
    for (std::size_t i = 0; i < m_count; ++i) {
        std::int32_t &last = m_lastSync[static_cast<std::size_t>(m_operations[i].thread)];
        if (m_operations[i].kind == OperationKind::Sync)
            last = static_cast<std::int32_t>(i);
        else if (isInStream(m_operations[i]))
            last = Operation::none; // something is behind it that nobody waits for
    }
}

/// The host fills the buffers of a stream before it issues to it.
std::size_t PostponeEdit::beforeUse(std::size_t index) const
{
    if (m_input.values.choice("before") == "issue")
        return index;
    const auto thread = m_operations[index].thread;
    std::size_t place = index;
    for (std::size_t i = index; i-- > 0;) {
        if (m_operations[i].thread != thread)
            continue;
        if (m_operations[i].kind != OperationKind::HostWork)
            break;
        place = i;
    }
    return place;
}

std::size_t PostponeEdit::placeAtEnd(std::int32_t thread) const
{
    const std::int32_t last = m_lastSync[static_cast<std::size_t>(thread)];
    return last >= 0 ? static_cast<std::size_t>(last) : m_count;
}

/// The thread issues or awaits something else before: otherwise waiting later changes nothing.
bool PostponeEdit::worksBetween(std::size_t sync, std::size_t place) const
{
    for (std::size_t i = sync + 1; i < place; ++i)
        if (m_operations[i].thread == m_operations[sync].thread && isInStream(m_operations[i]))
            return true;
    return false;
}

void PostponeEdit::findPlaces()
{
    const std::size_t streams = m_input.program.streams.size();
    std::vector<std::size_t> next(static_cast<std::size_t>(m_input.program.threadCount()) * streams, m_count);
    auto wait = m_waits.rbegin();
    for (std::size_t i = m_count; i-- > 0;) {
        const Operation &operation = m_operations[i];
        const std::size_t thread = static_cast<std::size_t>(operation.thread) * streams;
        if (wait != m_waits.rend() && static_cast<std::size_t>(wait->sync) == i) {
            const std::size_t used = next[thread + static_cast<std::size_t>(wait->stream)];
            const std::size_t place = used < m_count ? beforeUse(used) : placeAtEnd(operation.thread);
            if (place > i && worksBetween(i, place))
                m_place[i] = static_cast<std::int32_t>(place);
            ++wait;
        }
        if (operation.stream >= 0 && isInStream(operation))
            next[thread + static_cast<std::size_t>(m_rules.same(operation.stream))] = i;
    }
}

/// One with the device would wait for what was issued since then, too.
Operation PostponeEdit::waitAt(const Wait &wait) const
{
    const Operation &sync = m_operations[static_cast<std::size_t>(wait.sync)];
    if (sync.syncScope != SyncScope::Device)
        return sync;
    Operation later = streamSyncOf(m_input.program, wait.stream, sync.thread);
    later.callNs = sync.callNs;
    return later;
}

ChangedProgram PostponeEdit::written() const
{
    ChangedProgram result;
    result.program = withoutOperations(m_input.program);
    std::vector<std::pair<std::int32_t, std::size_t>> moved; // place, and index of the wait
    for (std::size_t w = 0; w < m_waits.size(); ++w)
        if (const std::int32_t place = m_place[static_cast<std::size_t>(m_waits[w].sync)]; place != Stays)
            moved.emplace_back(place, w);
    std::stable_sort(moved.begin(), moved.end());
    auto next = moved.begin();
    for (std::size_t i = 0; i <= m_count; ++i) {
        for (; next != moved.end() && static_cast<std::size_t>(next->first) == i; ++next)
            result.program.operations.push_back(waitAt(m_waits[next->second]));
        if (i < m_count && m_place[i] == Stays)
            result.program.operations.push_back(m_operations[i]);
    }
    result.touched = moved.size();
    return result;
}

ChangedProgram PostponeEdit::run()
{
    findWaits();
    findLastSyncs();
    findPlaces();
    ChangedProgram result = written();
    result.notes.push_back(counted(result.touched, Phrase("engine", "1 synchronisation waits later."),
                                   Phrase("engine", "%1 synchronisations wait later.")));
    if (const std::size_t stay = m_waits.size() - result.touched; stay > 0)
        result.notes.push_back(counted(
            stay,
            Phrase("engine", "1 synchronisation stays: its stream is what the host uses next, or nothing follows."),
            Phrase("engine",
                   "%1 synchronisations stay: their stream is what the host uses next, or nothing follows.")));
    if (m_unknown > 0)
        result.notes.push_back(
            counted(m_unknown, Phrase("engine", "1 synchronisation stays: no stream is known that it waits for."),
                    Phrase("engine", "%1 synchronisations stay: no stream is known that they wait for.")));
    return result;
}

ChangedProgram PostponeWaits::apply(const ChangeInput &input) const
{
    ChangedProgram result = PostponeEdit(input).run();
    if (result.touched > 0)
        if (const auto race = newRaceText(input.program, result.program))
            result.notes.push_back(Phrase("engine", "Careful: now %1.").arg(*race));
    return result;
}

const RegisteredChange<PostponeWaits> registeredPostpone;

} // namespace

} // namespace streamscope
