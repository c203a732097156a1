// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operator_work_name.h"
#include "engine/replay/program/program_parts.h"
#include "engine/replay/trace/operator_work.h"
#include "engine/replay/trace/thread_turns.h"
#include "engine/replay/trace/trace_steps.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// The host threads of a replayed Program, and the work between their calls.
class ReplayedHost
{
public:
    /// A host thread so far.
    struct Thread
    {
        std::int32_t number = 0;
        std::int32_t traced = 0;                         ///< the trace's number
        std::int64_t until = 0;                          ///< in the trace: all before this is in the Program
        std::vector<std::int64_t> waits;                 ///< for events that the file does not name: begin of each
        std::map<std::int32_t, std::size_t> waitsBefore; ///< the last operation on each stream
        std::int32_t freed = Operation::none;       ///< the last that gave memory back, where no copy came behind that
        std::int64_t freedEnd = 0;                  ///< when it did, in the trace
        std::int32_t freedToPool = Operation::none; ///< its last free of a pool behind its last synchronisation
        bool behindCollective = false;              ///< its last operation was one
    };

    /// All must outlive it.
    ReplayedHost(const Timeline &timeline, const ThreadTurns &turns, ProgramParts &parts)
        : m_turns(turns), m_operators(timeline, turns), m_parts(parts)
    {}

    /// What threads did before this time of the trace is in no Program.
    void beginAt(std::int64_t begin) { m_begin = begin; }
    /// Valid as long as this object.
    Thread &threadOf(const TraceStep &step);
    int threads() const { return static_cast<int>(m_threads.size()); }
    /// The thread worked since its last call. `known`: it ends with a call of the file, not with the start of an
    /// operation without one.
    void addGap(Thread &thread, std::int64_t until, bool known = true);
    /// The thread is still in the operator that issued its last operation, a collective.
    bool isInCollective(const Thread &thread, std::int64_t time) const
    {
        return thread.behindCollective && m_operators.isInOne(thread.traced, thread.until, time);
    }
    /// Since the thread's last operation on this stream it waited for events that the file does not name. Call once
    /// for each operation.
    bool waited(Thread &thread, std::int32_t stream) const;
    /// The thread launches a collective: what its operator waited for before that was for the collective alone.
    void dropWaitsOfCollective(Thread &thread, std::int64_t launch) const;

private:
    bool isFilled(const Thread &thread, std::int64_t begin, std::int64_t end) const;
    bool standsApart(const Thread &thread, OperatorWork::Interval own, std::int64_t begin, std::int64_t end) const;
    void addWork(const Thread &thread, std::int64_t durationNs, const SharedText &name,
                 Operation::OperatorEnds ends = {});

    const ThreadTurns &m_turns;
    const OperatorWork m_operators;
    ProgramParts &m_parts;
    std::int64_t m_begin = 0;
    std::map<std::int32_t, Thread> m_threads; ///< by the trace's number
    const SharedText m_operatorsName{std::string(operatorWorkName)},
        m_hostOperatorsName{std::string(hostOperatorsName)}, m_noName;
};

} // namespace streamscope
