// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/hand_overs.h"

#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <map>
#include <optional>

namespace streamscope {

namespace {

constexpr std::size_t fewestWaits = 3;
constexpr std::int64_t ownRecord = 15'000;     // a thread that records and waits at once waits for itself, nanoseconds
constexpr std::int64_t shortestWait = 100'000; // of the host for another thread
constexpr std::int64_t longestHandOver = 200'000, longestJoin = 1'000'000;

/// What the waits and records of all threads say, by the thread that they count for.
class EventReader
{
public:
    EventReader(const Timeline &timeline, const ThreadTurns &turns, const std::vector<TraceStep> &steps)
        : m_timeline(timeline), m_turns(turns), m_steps(steps), m_next(steps.size())
    {
        std::map<std::int32_t, std::int32_t> next;
        for (std::size_t i = steps.size(); i-- > 0;) {
            std::int32_t &stream = next.try_emplace(turns.threadFor(steps[i].thread), -1).first->second;
            m_next[i] = stream;
            if (const std::int32_t used = issuedStream(timeline, steps[i]); used >= 0)
                stream = used;
        }
        for (std::size_t i = 0; i < steps.size(); ++i)
            read(i);
    }

    /// Waits without a record, of each thread.
    const std::map<std::int32_t, std::vector<std::size_t>> &waits() const { return m_waits; }
    /// The records that the waits of `thread` may be for, one list for each guess: those of all other threads, and
    /// those of each of them.
    std::vector<std::vector<std::size_t>> guesses(std::int32_t thread) const
    {
        std::vector<std::size_t> all;
        std::map<std::int32_t, std::vector<std::size_t>> ofOne;
        for (const std::size_t record : m_records)
            if (const std::int32_t other = m_turns.threadFor(m_steps[record].thread); other != thread) {
                all.push_back(record);
                ofOne[other].push_back(record);
            }
        std::vector<std::vector<std::size_t>> lists{std::move(all)};
        for (auto &[other, list] : ofOne)
            lists.push_back(std::move(list));
        return lists;
    }
    /// The stream that the thread had used last when it recorded; −1 for none.
    std::int32_t streamOfRecord(std::size_t step) const { return m_streamBefore.at(step); }
    /// The stream that the thread uses next behind a wait; −1 for none.
    std::int32_t streamOfWait(std::size_t step) const { return m_next[step]; }

private:
    void read(std::size_t index)
    {
        const TraceStep &step = m_steps[index];
        const std::int32_t thread = m_turns.threadFor(step.thread);
        if (const std::int32_t stream = issuedStream(m_timeline, step); stream >= 0)
            m_last[thread] = stream;
        if (step.kind == HostCallKind::EventRecord) {
            m_records.push_back(index);
            const auto last = m_last.find(thread);
            m_streamBefore[index] = step.stream >= 0 ? step.stream : last == m_last.end() ? -1 : last->second;
            m_recorded[thread] = index;
        } else if (step.kind == HostCallKind::StreamWait && step.record == HostCall::none && !isForItself(index)) {
            m_waits[thread].push_back(index);
        }
    }

    /// A thread that lets one of its streams wait for another one records and waits at once.
    bool isForItself(std::size_t wait) const
    {
        const auto record = m_recorded.find(m_turns.threadFor(m_steps[wait].thread));
        return record != m_recorded.end() && m_steps[wait].begin - m_steps[record->second].end <= ownRecord
               && streamOfRecord(record->second) != streamOfWait(wait);
    }

    const Timeline &m_timeline;
    const ThreadTurns &m_turns;
    const std::vector<TraceStep> &m_steps;
    std::vector<std::int32_t> m_next; ///< by step: the stream that its thread uses next
    std::map<std::int32_t, std::vector<std::size_t>> m_waits;
    std::vector<std::size_t> m_records;
    std::map<std::size_t, std::int32_t> m_streamBefore; ///< by record
    std::map<std::int32_t, std::int32_t> m_last;        ///< stream, by thread
    std::map<std::int32_t, std::size_t> m_recorded;     ///< the last record, by thread
};

/// By how much the waits come behind these records, in all; empty where one does not.
std::optional<std::int64_t> latenessOf(const EventReader &reader, const std::vector<TraceStep> &steps,
                                       const std::vector<std::size_t> &waits, const std::vector<std::size_t> &records)
{
    if (records.size() < waits.size())
        return std::nullopt;
    std::int64_t late = 0;
    for (std::size_t k = 0; k < waits.size(); ++k) {
        const std::int64_t behind = steps[waits[k]].begin - steps[records[k]].end;
        if (behind < 0 || reader.streamOfRecord(records[k]) < 0)
            return std::nullopt;
        late += behind;
    }
    return late;
}

void linkWaits(const Timeline &timeline, const ThreadTurns &turns, std::vector<TraceStep> &steps)
{
    const EventReader reader(timeline, turns, steps);
    for (const auto &[thread, waits] : reader.waits()) {
        if (waits.size() < fewestWaits)
            continue;
        std::vector<std::size_t> records;
        std::optional<std::int64_t> least;
        for (std::vector<std::size_t> &guess : reader.guesses(thread))
            if (const auto late = latenessOf(reader, steps, waits, guess); late && (!least || *late < *least)) {
                least = late;
                records = std::move(guess);
            }
        if (!least)
            continue;
        for (std::size_t k = 0; k < waits.size(); ++k) {
            TraceStep &wait = steps[waits[k]];
            wait.stream = wait.stream >= 0 ? wait.stream : reader.streamOfWait(waits[k]);
            if (wait.stream < 0)
                continue;
            wait.record = static_cast<std::uint32_t>(records[k]);
            wait.handedOver = true;
            steps[records[k]].stream = reader.streamOfRecord(records[k]);
        }
    }
}

} // namespace

HandOvers::HandOvers(const Timeline &timeline, const ThreadTurns &turns, std::vector<TraceStep> &steps)
    : m_turns(turns), m_steps(steps)
{
    linkWaits(timeline, turns, steps);
    for (const TraceStep &step : steps)
        if (step.acts())
            m_firstCalls.try_emplace(turns.threadFor(step.thread), step.begin);
}

std::int64_t HandOvers::awaitedUntil(std::size_t step, std::int64_t since) const
{
    const TraceStep &call = m_steps[step];
    if (call.begin - since < shortestWait)
        return since;
    if (call.handedOver) {
        const std::int64_t done = m_steps[call.record].end;
        return done > since && call.begin - done <= longestHandOver ? done : since;
    }
    if (call.kind != HostCallKind::DeviceSync)
        return since;
    const std::optional<std::int64_t> done = endOfStarted(step, since);
    return done && *done > since && call.begin - *done <= longestJoin ? *done : since;
}

/// The last call of the threads that were active in the pause alone.
std::optional<std::int64_t> HandOvers::endOfStarted(std::size_t sync, std::int64_t since) const
{
    const TraceStep &wait = m_steps[sync];
    std::map<std::int32_t, std::int64_t> ends;
    for (std::size_t i = sync; i-- > 0 && m_steps[i].begin >= since;)
        if (const std::int32_t thread = m_turns.threadFor(m_steps[i].thread);
            m_steps[i].acts() && m_firstCalls.at(thread) >= since)
            ends[thread] = std::max(ends[thread], m_steps[i].end);
    for (std::size_t i = sync + 1; i < m_steps.size() && m_steps[i].begin <= wait.end; ++i)
        if (m_steps[i].acts())
            ends.erase(m_turns.threadFor(m_steps[i].thread));
    std::optional<std::int64_t> last;
    for (const auto &[thread, end] : ends)
        if (end <= wait.begin)
            last = std::max(last.value_or(end), end);
    return last;
}

} // namespace streamscope
