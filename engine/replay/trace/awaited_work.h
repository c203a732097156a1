// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace streamscope {

/// The work that a trace's calls have issued so far, and which of it a call must have waited for. Feed it the steps in
/// order of begin.
class AwaitedWork
{
public:
    /// Work that ended longer before a call returned was not what the call waited for, ns.
    static constexpr std::int64_t sameMomentNs = 20'000;
    /// An event behind work that has ended is not there yet, ns.
    static constexpr std::int64_t eventLateNs = 4'000;

    explicit AwaitedWork(const Timeline &timeline);

    /// Operation `operation` of the Program, made from `span`, was issued by `thread`.
    void issued(std::uint32_t span, std::int32_t operation, std::int32_t thread);
    /// A host function that no span shows had the stream until then.
    void heldUntil(std::int32_t stream, std::int64_t time);
    /// A record of an event was called.
    void recorded(std::int64_t time) { m_lastRecord = time; }

    /// An issued operation.
    struct Issued
    {
        std::int32_t operation = -1, stream = -1; ///< of the Program, of the Timeline
        std::int64_t issue = 0, end = 0;          ///< in the Timeline's times
    };
    /// When all that was issued on the stream or, for −1, on `device` has ended; empty when nothing was.
    std::optional<std::int64_t> endOf(std::int32_t stream, int device) const;
    /// The device of the thread's latest operation; that of any operation when it issued none.
    int deviceOf(std::int32_t thread) const;

    /// The stream that a stream synchronisation was about, where the file is silent: PyTorch synchronises with the
    /// stream that it used last. Where that ends after the call: the stream whose work ended last during the call, one
    /// of the thread's own if there is any; else the thread's own stream that ended last. −1: none of these.
    std::int32_t streamOf(const TraceStep &sync) const;
    /// The operation after which the event was recorded that `sync` waited for: the one that ended last before the call
    /// returned. Null when the call did not wait.
    const Issued *eventOf(const TraceStep &sync) const;
    /// What the thread issued last, but no collective. Null before.
    const Issued *lastOf(std::int32_t thread) const;
    /// What an operation on `stream` with this start waited for by an event, where the file is silent: an operation of
    /// another stream that ended just before, and behind which an event was recorded before the wait was called. Null
    /// when there is none.
    const Issued *heldBackBy(std::int32_t stream, std::int64_t start, std::int64_t callEnd) const;
    /// What a collective on `stream` with this start waited for by an event, where the file is silent: a process group
    /// records one on the stream that the thread works on, and lets its own stream wait for it. So it is the thread's
    /// latest operation that is no collective. Null when that ended later.
    const Issued *collectedBy(std::int32_t thread, std::int32_t stream, std::int64_t start) const;

private:
    std::int64_t latestEndOf(std::int32_t stream) const { return m_ends[static_cast<std::size_t>(stream)]; }
    /// The last operation of the stream, in order of issue, that had ended at `time`; null for none.
    const Issued *endedBy(std::int32_t stream, std::int64_t time) const;

    const Timeline &m_timeline;
    std::vector<std::vector<Issued>> m_issued;       ///< by stream
    std::vector<std::int64_t> m_ends;                ///< by stream: the latest end of all that was issued
    std::vector<std::int32_t> m_used;                ///< streams with work
    std::vector<std::int32_t> m_lastStream;          ///< by thread
    std::vector<std::set<std::int32_t>> m_streamsOf; ///< by thread: those that it used
    std::vector<Issued> m_lastWork;                  ///< by thread: no collective
    std::int64_t m_lastRecord = unknownTime;
};

} // namespace streamscope
