// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/operator_ends.h"

#include "engine/program/operator_work_name.h"

#include <algorithm>
#include <iterator>

namespace streamscope {

std::vector<std::int32_t> endsOfOperators(const Program &program, const std::vector<bool> &collectives,
                                          const std::vector<bool> &goes)
{
    struct Thread
    {
        bool inCollectives = false;        ///< the last call was one
        bool behind = false;               ///< only collectives that go
        std::vector<std::int32_t> certain; ///< work before an event's call: still in the operator
        std::vector<std::int32_t> last;    ///< work since
    };
    std::vector<Thread> threads(static_cast<std::size_t>(program.threadCount()));
    std::vector<std::int32_t> ends;
    const auto ofOperator = [&program](std::int32_t work) {
        return program.operations[static_cast<std::size_t>(work)].name == operatorWorkName;
    };
    for (std::size_t i = 0; i < goes.size(); ++i) {
        const Operation &operation = program.operations[i];
        Thread &thread = threads[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::HostWork) {
            thread.last.push_back(static_cast<std::int32_t>(i));
            continue;
        }
        if (operation.kind == OperationKind::EventRecord || operation.kind == OperationKind::EventWait) {
            std::copy_if(thread.last.begin(), thread.last.end(), std::back_inserter(thread.certain), ofOperator);
            thread.last.clear();
            continue;
        }
        if (thread.behind && !collectives[i]) {
            if (thread.last.size() > 1 && ofOperator(thread.last.front()))
                thread.certain.push_back(thread.last.front());
            ends.insert(ends.end(), thread.certain.begin(), thread.certain.end());
        }
        thread = {collectives[i], collectives[i] && goes[i] && (thread.behind || !thread.inCollectives), {}, {}};
    }
    return ends;
}

} // namespace streamscope
