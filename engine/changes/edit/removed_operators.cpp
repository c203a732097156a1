// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/removed_operators.h"

#include "engine/program/operator_work_name.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace streamscope {

namespace {

class RemovedOperators
{
public:
    RemovedOperators(std::vector<Operation> &operations, std::vector<bool> &removed)
        : m_operations(operations), m_removed(removed)
    {}

    void run()
    {
        for (std::size_t i = 0; i < m_operations.size(); ++i) {
            const Operation &operation = m_operations[i];
            const auto number = static_cast<std::size_t>(operation.thread);
            if (number >= m_threads.size())
                m_threads.resize(number + 1);
            Thread &thread = m_threads[number];
            if (operation.kind == OperationKind::HostWork) {
                thread.work.push_back(i);
                continue;
            }
            if (m_removed[i] && isCall(operation))
                goes(operation, thread);
            else
                stays(thread);
            thread.work.clear();
        }
        for (Thread &thread : m_threads)
            stays(thread);
    }

private:
    struct Thread
    {
        std::vector<std::size_t> work, before, inside; ///< since the last call; before and between calls that go
        bool works = false, goes = false;              ///< a call goes; one that is more than a wait
    };

    /// What operators call, and what waits for it.
    static bool isCall(const Operation &operation)
    {
        return isHostCopy(operation.kind) || operation.kind == OperationKind::Kernel
               || operation.kind == OperationKind::Memset || operation.kind == OperationKind::Sync;
    }
    bool isOperator(std::size_t work) const { return m_operations[work].name == operatorWorkName; }
    void goes(const Operation &call, Thread &thread)
    {
        std::vector<std::size_t> &place = thread.goes ? thread.inside : thread.before;
        place.insert(place.end(), thread.work.begin(), thread.work.end());
        thread.goes = true;
        thread.works = thread.works || call.kind != OperationKind::Sync;
    }
    /// Another call follows, or the end.
    void stays(Thread &thread)
    {
        if (thread.goes && thread.works) {
            for (const std::size_t work : thread.inside)
                m_removed[work] = m_removed[work] || isOperator(work);
            if (!thread.before.empty())
                shorten(thread.before.size(), thread.before.back(), &Operation::OperatorEnds::beforeNs);
            if (!thread.work.empty())
                shorten(thread.work.size(), thread.work.front(), &Operation::OperatorEnds::behindNs);
        }
        thread.before.clear();
        thread.inside.clear();
        thread.goes = thread.works = false;
    }
    /// Of several pieces the one beside the call goes, of one piece the part that belongs to the call.
    void shorten(std::size_t pieces, std::size_t beside, std::uint32_t Operation::OperatorEnds::*part)
    {
        Operation &work = m_operations[beside];
        if (pieces > 1)
            m_removed[beside] = m_removed[beside] || isOperator(beside);
        else
            work.durationNs -= std::min<std::int64_t>(work.durationNs, work.operatorEnds().*part);
    }

    std::vector<Operation> &m_operations;
    std::vector<bool> &m_removed;
    std::vector<Thread> m_threads;
};

} // namespace

void removeOperators(std::vector<Operation> &operations, std::vector<bool> &removed)
{
    RemovedOperators(operations, removed).run();
}

} // namespace streamscope
