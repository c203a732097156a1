// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/program/program_parts.h"
#include "engine/replay/trace/awaited_work.h"
#include "engine/replay/trace/trace_steps.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// The synchronisations of a trace: what each waits for, and the time that it takes itself.
class ReplayedSyncs
{
public:
    /// All must outlive it.
    ReplayedSyncs(const Timeline &timeline, const AwaitedWork &work, ProgramParts &parts)
        : m_timeline(timeline), m_work(work), m_parts(parts)
    {}

    /// A record of an event that the file names and that is in the Program.
    struct Record
    {
        std::int32_t event = Operation::none; ///< the Program's
        std::int64_t end = 0;                 ///< of the work before it
    };
    struct Awaited
    {
        SyncScope scope = SyncScope::Device;
        int device = 0;                                 ///< the trace's
        std::int32_t stream = -1;                       ///< the trace's; of SyncScope::Stream
        std::int32_t event = -1;                        ///< of SyncScope::Event, where the file names it
        std::int64_t end = 0;                           ///< of the work
        const AwaitedWork::Issued *operation = nullptr; ///< behind which the event is recorded, where that is inferred
    };
    /// Empty where the call waited for nothing: then it is the host's own time. `record`: of the event that the file
    /// says it waits for.
    std::optional<Awaited> awaitedBy(const TraceStep &step, std::optional<Record> record);
    /// A synchronisation's own time is what passes after the end of all that it waits for.
    void add(const TraceStep &step, const Awaited &awaited, std::int32_t thread);

    /// A synchronisation with work that was done takes what the call itself takes. Where it has to wait, that passes
    /// meanwhile, and it returns as soon as others do. Call it once, behind the last one.
    void separateIdle(std::vector<Operation> &operations);
    /// Synchronisations so far of which the file does not say what they wait for.
    std::uint64_t inferred() const { return m_inferred; }

private:
    const Timeline &m_timeline;
    const AwaitedWork &m_work;
    ProgramParts &m_parts;
    std::vector<std::int64_t> m_returns; ///< of those that waited, from the end of the work
    std::vector<std::int32_t> m_idle;    ///< operations: those that did not
    std::uint64_t m_inferred = 0;
};

} // namespace streamscope
