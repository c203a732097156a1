// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/added_parts.h"
#include "engine/changes/edit/fresh_data.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/removed_calls.h"
#include "engine/changes/edit/warm_caches.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/changes/patterns/usual_calls.h"
#include "engine/program/medians.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace streamscope {

namespace {

/// Pinned memory under copies that the host staged so far.
class Pin final : public Change
{
public:
    std::string id() const override { return "pin"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Pin host memory"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The selected pageable copies use pinned memory and no longer hold the "
                                           "host; the synchronisation that belonged to a blocking copy goes with it.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The host memory can be allocated pinned once, and there is enough of it "
                                           "that the host does not write where a copy still reads.");
    }
    std::vector<ParameterSpec> parameters() const override;
    std::string defaultFilter() const override { return "h2d d2h"; }
    std::vector<KnobSetting> knobSettings(const Parameters & /*change*/, const Parameters & /*knobs*/) const override
    {
        return {{"host_memory", std::string("pinned")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

std::vector<ParameterSpec> Pin::parameters() const
{
    ParameterSpec asynchronous;
    asynchronous.name = "asynchronous";
    asynchronous.label = QT_TRANSLATE_NOOP("engine", "Asynchronous");
    asynchronous.type = ParameterType::Choice;
    asynchronous.choices = {"h2d", "both", "no"};
    asynchronous.defaultValue = std::string("h2d");
    asynchronous.help = QT_TRANSLATE_NOOP(
        "engine", "h2d: copies to the device return at once, a copy back keeps its wait, because the host needs the "
                  "result; both: neither waits; no: each copy is waited for as before.");
    return {asynchronous};
}

/// Writes the Program with pinned copies.
class PinEdit
{
public:
    PinEdit(const ChangeInput &input, bool dropsSyncs)
        : m_input(input), m_operations(input.program.operations), m_replay(isReplay(input.program)),
          m_asynchronous(input.values.choice("asynchronous")), m_dropsSyncs(dropsSyncs), m_calls(input.program),
          m_pinned(m_operations.size(), false), m_dropped(m_operations.size(), false),
          m_waits(m_operations.size(), false), m_record(m_operations.size(), Operation::none)
    {
        m_result.program = input.program;
    }

    ChangedProgram run()
    {
        selectCopies();
        if (m_copies == 0) {
            m_result.notes.push_back(
                m_replay && std::any_of(m_operations.begin(), m_operations.end(), isUnknownWork)
                    ? QT_TRANSLATE_NOOP("engine",
                                        "None of the selected copies is known to hold the host: the file lacks "
                                        "calls, and copies without theirs are taken to be pinned.")
                    : QT_TRANSLATE_NOOP("engine", "None of the selected copies uses pageable memory."));
            return std::move(m_result);
        }
        pinBuffers();
        findSyncs();
        if (!m_replay)
            findHostUses();
        write();
        addNotes();
        return std::move(m_result);
    }

    bool dropsAny() const { return m_droppedCount > 0; }

private:
    bool isPageable(std::size_t index) const
    {
        return isHostCopy(m_operations[index].kind)
               && m_input.program.hostMemoryOf(m_operations[index]) == HostMemory::Pageable;
    }
    bool isAsynchronous(const Operation &copy) const
    {
        return m_asynchronous == "both" || (m_asynchronous == "h2d" && copy.kind == OperationKind::H2D);
    }
    static const BufferRange &hostSide(const Operation &copy)
    {
        return copy.kind == OperationKind::H2D ? copy.reads.front() : copy.writes.front();
    }

    void selectCopies();
    void pinBuffers();
    bool belongsTo(const Operation &copy, std::size_t index, std::int32_t sync) const;
    void findSyncs();
    void findHostUses();
    void noteSync(std::size_t index, const std::vector<std::int32_t> &seen);
    void noteHostUse(std::size_t index);
    std::array<double, 2> usualTimeFactors() const;
    void write();
    void addNotes();

    const ChangeInput &m_input;
    const std::vector<Operation> &m_operations;
    const bool m_replay;
    const std::string m_asynchronous;
    const bool m_dropsSyncs;
    const CallOrder m_calls;
    std::vector<bool> m_pinned, m_dropped;
    std::vector<bool> m_waits;          ///< a synchronisation with its stream follows the copy
    std::vector<std::int32_t> m_record; ///< by copy: the event that is recorded behind it
    std::map<std::size_t, std::vector<std::int32_t>> m_waitedFor;           ///< by host operation: events
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> m_events; ///< by stream and host buffer
    std::map<std::int32_t, std::vector<std::size_t>> m_underWay; ///< by host buffer: pinned copies, no wait since
    std::map<std::int32_t, std::int32_t> m_twins;                ///< by buffer of the input: its pinned copy
    std::size_t m_copies = 0, m_droppedCount = 0, m_alsoPinned = 0, m_keptWaits = 0, m_freshCopies = 0;
    ChangedProgram m_result;
    EventCalls m_eventCalls{m_result.program, addedEventCallNs(m_input.program)};
};

/// Where buffers show the data flow, memory is pinned or not for all copies that use it.
void PinEdit::selectCopies()
{
    std::vector<bool> buffers(m_input.program.buffers.size(), false);
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        if (m_input.selected[i] && isPageable(i)) {
            m_pinned[i] = true;
            buffers[static_cast<std::size_t>(hostSide(m_operations[i]).buffer)] = true;
        }
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const bool shares = !m_replay && !m_pinned[i] && isPageable(i)
                            && buffers[static_cast<std::size_t>(hostSide(m_operations[i]).buffer)];
        m_pinned[i] = m_pinned[i] || shares;
        m_alsoPinned += shares ? 1 : 0;
        m_copies += m_pinned[i] ? 1 : 0;
    }
}

/// In a replay one buffer stands in for the memory of many copies: the copies that stay pageable keep it.
void PinEdit::pinBuffers()
{
    std::vector<bool> shared(m_input.program.buffers.size(), false), used(shared);
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        if (isPageable(i))
            (m_pinned[i] ? used : shared)[static_cast<std::size_t>(hostSide(m_operations[i]).buffer)] = true;
    AddedParts parts(m_result.program);
    for (std::size_t b = 0; b < used.size(); ++b) {
        if (!used[b])
            continue;
        auto buffer = static_cast<std::int32_t>(b);
        if (shared[b])
            buffer = m_twins[buffer] = parts.addTwin(buffer, m_input.program.buffers[b].id + ", pinned");
        m_result.program.buffers[static_cast<std::size_t>(buffer)].hostMemory = HostMemory::Pinned;
    }
}

/// A blocking copy is two calls in PyTorch: cudaMemcpyAsync, then cudaStreamSynchronize on its stream.
bool PinEdit::belongsTo(const Operation &copy, std::size_t index, std::int32_t sync) const
{
    constexpr std::int64_t directlyNs = 50'000; // longer work in between: somebody else's synchronisation
    if (sync < 0 || m_operations[static_cast<std::size_t>(sync)].kind != OperationKind::Sync)
        return false;
    const Operation &wait = m_operations[static_cast<std::size_t>(sync)];
    if (wait.syncScope == SyncScope::Stream)
        return wait.stream == copy.stream;
    return wait.syncScope == SyncScope::Device && copy.kind == OperationKind::H2D
           && wait.device == m_input.program.deviceOf(copy) && m_calls.workBeforeNext(index) <= directlyNs;
}

void PinEdit::findSyncs()
{
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        if (!m_pinned[i])
            continue;
        const Operation &copy = m_operations[i];
        const std::int32_t next = m_calls.next(i);
        const bool hasSync = belongsTo(copy, i, next);
        if (hasSync && m_dropsSyncs && isAsynchronous(copy)) {
            m_dropped[static_cast<std::size_t>(next)] = true;
            ++m_droppedCount;
        }
        // Buffers show whether the host uses the result: then findHostUses() has the waits.
        const bool blocks = m_replay ? !isAsynchronous(copy) : m_asynchronous == "no";
        m_waits[i] = blocks && !hasSync;
        m_keptWaits += blocks && copy.kind == OperationKind::D2H ? 1 : 0;
    }
}

/// A pageable copy was over when its call returned. Now the host must wait before it uses the same memory.
void PinEdit::findHostUses()
{
    const std::vector<std::int32_t> seen = recordsSeen(m_input.program);
    std::vector<bool> usedByHost(m_input.program.buffers.size(), false);
    for (const Operation &operation : m_operations)
        if (operation.kind == OperationKind::HostWork)
            for (const auto *ranges : {&operation.reads, &operation.writes})
                for (const BufferRange &range : *ranges)
                    usedByHost[static_cast<std::size_t>(range.buffer)] = true;
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        if (m_operations[i].kind == OperationKind::Sync && !m_dropped[i])
            noteSync(i, seen);
        if (m_operations[i].kind == OperationKind::HostWork)
            noteHostUse(i);
        if (m_pinned[i] && !m_waits[i] && usedByHost[static_cast<std::size_t>(hostSide(m_operations[i]).buffer)])
            m_underWay[hostSide(m_operations[i]).buffer].push_back(i);
    }
}

void PinEdit::noteSync(std::size_t index, const std::vector<std::int32_t> &seen)
{
    const Operation &sync = m_operations[index];
    const auto isOver = [&](std::size_t copy) {
        switch (sync.syncScope) {
        case SyncScope::Device:
            return m_input.program.deviceOf(m_operations[copy]) == sync.device;
        case SyncScope::Stream:
            return m_operations[copy].stream == sync.stream;
        case SyncScope::Event:
            break;
        }
        const std::int32_t record = seen[index];
        return record > static_cast<std::int32_t>(copy)
               && m_operations[static_cast<std::size_t>(record)].stream == m_operations[copy].stream;
    };
    for (auto &[buffer, copies] : m_underWay)
        std::erase_if(copies, isOver);
}

void PinEdit::noteHostUse(std::size_t index)
{
    const auto overlap = [](const BufferRange &a, const BufferRange &b) {
        return a.buffer == b.buffer && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
    };
    const Operation &host = m_operations[index];
    AddedParts parts(m_result.program);
    for (const auto *ranges : {&host.reads, &host.writes})
        for (const BufferRange &range : *ranges) {
            const auto found = m_underWay.find(range.buffer);
            if (found == m_underWay.end())
                continue;
            std::erase_if(found->second, [&](std::size_t copy) {
                const Operation &pinned = m_operations[copy];
                const bool conflicts =
                    (pinned.kind == OperationKind::D2H || ranges == &host.writes) && overlap(range, hostSide(pinned));
                if (!conflicts)
                    return false;
                const auto [event, isNew] = m_events.try_emplace({pinned.stream, range.buffer}, Operation::none);
                if (isNew)
                    event->second =
                        parts.addEvent("copied " + m_input.program.buffers[static_cast<std::size_t>(range.buffer)].id);
                m_record[copy] = event->second;
                std::vector<std::int32_t> &events = m_waitedFor[index];
                if (std::find(events.begin(), events.end(), event->second) == events.end())
                    events.push_back(event->second);
                return true;
            });
        }
}

/// Of pinned copies to the device and back, as measured; 1 without any.
std::array<double, 2> PinEdit::usualTimeFactors() const
{
    std::array<std::vector<double>, 2> factors;
    for (const Operation &copy : m_operations)
        if (isHostCopy(copy.kind) && m_input.program.hostMemoryOf(copy) != HostMemory::Pageable)
            factors[copy.kind == OperationKind::H2D ? 0 : 1].push_back(copy.timeFactor());
    std::array<double, 2> medians{1, 1};
    for (std::size_t way = 0; way < 2; ++way)
        if (!factors[way].empty())
            medians[way] = lowerMedian(factors[way]);
    return medians;
}

void PinEdit::write()
{
    const std::array<double, 2> factors = usualTimeFactors();
    const std::vector<bool> fresh = freshCopies(m_input.program);
    if (m_replay) {
        shortenWorkAround(m_result.program.operations, m_dropped);
        warmBehind(m_pinned, m_result.program.operations, m_input.program);
    }
    std::vector<Operation> from = std::exchange(m_result.program.operations, {});
    std::vector<Operation> &to = m_result.program.operations;
    to.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::int32_t thread = from[i].thread, stream = from[i].stream;
        if (m_dropped[i])
            continue;
        if (const auto waits = m_waitedFor.find(i); waits != m_waitedFor.end())
            for (const std::int32_t event : waits->second)
                to.push_back(eventSyncOf(m_result.program, event, thread));
        if (m_pinned[i]) {
            auto &ranges = from[i].kind == OperationKind::H2D ? from[i].reads : from[i].writes;
            if (const auto twin = m_twins.find(ranges.front().buffer); twin != m_twins.end())
                ranges.front().buffer = twin->second;
            from[i].callNs = -1; // the measured call contains the staging
            const double usual = factors[from[i].kind == OperationKind::H2D ? 0 : 1];
            from[i].setTimeFactor(fresh[i] ? usual * freshDataFactor(from[i].bytes, cachedByOperators) : usual);
            m_freshCopies += fresh[i] ? 1 : 0;
        }
        to.push_back(std::move(from[i]));
        if (m_record[i] >= 0)
            to.push_back(m_eventCalls.record(m_record[i], stream, thread));
        if (m_waits[i])
            to.push_back(streamSyncOf(m_result.program, stream, thread));
    }
    m_result.touched = m_copies + m_droppedCount;
}

void PinEdit::addNotes()
{
    auto &notes = m_result.notes;
    if (m_droppedCount > 0)
        notes.push_back(
            m_droppedCount == 1
                ? QT_TRANSLATE_NOOP("engine", "1 synchronisation behind a blocking copy went with it.")
                : Phrase("engine", "%1 synchronisations behind a blocking copy went with it.").arg(m_droppedCount));
    if (m_keptWaits > 0)
        notes.push_back(
            m_keptWaits == 1 ? QT_TRANSLATE_NOOP(
                "engine",
                "The host still waits for 1 copy back, as it needs the result; asynchronous=both takes the waits away.")
                             : Phrase("engine", "The host still waits for %1 copies back, as it needs the result; "
                                                "asynchronous=both takes the waits away.")
                                   .arg(m_keptWaits));
    if (m_alsoPinned > 0)
        notes.push_back(
            m_alsoPinned == 1
                ? QT_TRANSLATE_NOOP("engine",
                                    "1 copy that the filter does not name became pinned, too: the memory is the same.")
                : Phrase("engine",
                         "%1 copies that the filter does not name became pinned, too: the memory is the same.")
                      .arg(m_alsoPinned));
    if (!m_waitedFor.empty())
        notes.push_back(
            m_waitedFor.size() == 1
                ? QT_TRANSLATE_NOOP("engine",
                                    "The host waits for the copy before it uses the same memory again, in 1 place.")
                : Phrase("engine", "The host waits for the copy before it uses the same memory again, in %1 places.")
                      .arg(m_waitedFor.size()));
    if (m_freshCopies > 0)
        notes.push_back(freshDataNote(m_freshCopies));
    if (m_replay)
        notes.push_back(QT_TRANSLATE_NOOP(
            "engine", "A trace does not show data: the host is taken to have enough pinned buffers."));
}

ChangedProgram Pin::apply(const ChangeInput &input) const
{
    PinEdit edit(input, true);
    ChangedProgram result = edit.run();
    const auto race = edit.dropsAny() ? newRaceText(input.program, result.program) : std::nullopt;
    if (!race)
        return result;
    result = PinEdit(input, false).run();
    result.notes.push_back(
        Phrase("engine", "The synchronisations behind the copies stay: without them %1.").arg(*race));
    return result;
}

const RegisteredChange<Pin> registeredPin;

} // namespace

} // namespace streamscope
