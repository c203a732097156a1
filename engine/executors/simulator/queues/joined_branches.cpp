// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/joined_branches.h"

#include <cstddef>
#include <cstdint>
#include <set>

namespace streamscope {

std::vector<bool> copiesBehindJoinedKernels(const Program &program, std::size_t joined)
{
    struct Branch
    {
        std::set<std::int32_t> waited; ///< the streams that it has waited for
        int kernels = 0;               ///< in a row, up to now
    };
    std::vector<Branch> branches(program.streams.size());
    std::vector<std::int32_t> recorders(program.events.size(), Operation::none);
    std::vector<bool> result(program.operations.size(), false);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.stream < 0)
            continue;
        Branch &branch = branches[static_cast<std::size_t>(operation.stream)];
        if (operation.kind == OperationKind::EventRecord) {
            recorders[static_cast<std::size_t>(operation.event)] = operation.stream;
            continue;
        }
        result[i] = operation.kind == OperationKind::D2H && branch.waited.size() >= joined && branch.kernels >= 2;
        if (operation.kind != OperationKind::EventWait)
            branch.kernels = operation.kind == OperationKind::Kernel ? branch.kernels + 1 : 0;
        else if (const std::int32_t recorder = recorders[static_cast<std::size_t>(operation.event)];
                 recorder != Operation::none) // else it passes at once
            branch.waited.insert(recorder);
    }
    return result;
}

} // namespace streamscope
