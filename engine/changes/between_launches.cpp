// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/between_launches.h"

#include <algorithm>

namespace streamscope {

std::vector<std::size_t> betweenLaunches(const std::vector<Operation> &operations, const std::vector<bool> &chosen,
                                         const std::function<bool(const Operation &)> &mayBe)
{
    struct Thread
    {
        std::vector<std::size_t> open; ///< behind a chosen one
        bool behindChosen = false;
    };
    std::vector<Thread> threads;
    std::vector<std::size_t> between;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const Operation &operation = operations[i];
        const auto number = static_cast<std::size_t>(operation.thread);
        if (number >= threads.size())
            threads.resize(number + 1);
        Thread &thread = threads[number];
        if (operation.kind == OperationKind::HostWork)
            continue;
        if (!chosen[i] && mayBe(operation)) {
            if (thread.behindChosen)
                thread.open.push_back(i);
            continue;
        }
        if (chosen[i])
            between.insert(between.end(), thread.open.begin(), thread.open.end());
        thread.open.clear();
        thread.behindChosen = chosen[i];
    }
    std::ranges::sort(between);
    return between;
}

} // namespace streamscope
