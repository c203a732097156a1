// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace streamscope {

/// The order in which several host threads issue the operations of a Program. Each thread issues its own in the order
/// of the list. Beyond that, operations of one stream are issued in list order, whichever thread issues them, and so
/// are operations of the legacy default stream and of the blocking streams of its device, and the records of an event
/// and the waits for it. A synchronisation is called when the operations that stand before it, and that it is about,
/// have been issued (one with a stream or a device also waits for what other threads happened to issue by then); a free
/// is called when its allocation has. So list order decides what an operation waits for, and every run of a Program
/// means the same. A thread that must wait for another blocks until the other thread's call has returned
/// (real programs hand over with a mutex, a queue or a join).
class IssueOrder
{
public:
    /// `program` must be sound (findProblems()). IssueOrder keeps no reference to it.
    explicit IssueOrder(const Program &program);

    /// The operations of other threads whose calls must have returned before the call of `operation` may begin: at most
    /// one of each thread, and none for which the thread has waited before. All stand before `operation` in the list,
    /// so that threads never wait for each other in a circle.
    std::span<const std::int32_t> before(std::size_t operation) const
    {
        if (m_first.empty())
            return {};
        return std::span(m_before).subspan(m_first[operation], m_first[operation + 1] - m_first[operation]);
    }
    /// No thread ever waits for another, as in a Program of one thread.
    bool empty() const { return m_before.empty(); }

private:
    std::vector<std::size_t> m_first; ///< by operation, plus one; empty for one thread
    std::vector<std::int32_t> m_before;
};

/// For every event wait and every synchronisation with an event the record that it refers to: the latest one that
/// stands before it in the list. −1 when there is none, and it passes at once (Runtime API, cudaStreamWaitEvent); −1
/// for all other operations.
std::vector<std::int32_t> recordsSeen(const Program &program);

} // namespace streamscope
