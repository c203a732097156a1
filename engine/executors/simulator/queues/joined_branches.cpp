// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/joined_branches.h"

#include <cstddef>

namespace streamscope {

std::vector<bool> copiesBehindJoinedKernels(const Program &program)
{
    struct Branch
    {
        bool waited = false;
        int kernels = 0; ///< in a row, up to now
    };
    std::vector<Branch> branches(program.streams.size());
    std::vector<bool> result(program.operations.size(), false);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.stream < 0 || operation.kind == OperationKind::EventRecord)
            continue;
        Branch &branch = branches[static_cast<std::size_t>(operation.stream)];
        result[i] = operation.kind == OperationKind::D2H && branch.waited && branch.kernels >= 2;
        if (operation.kind == OperationKind::EventWait)
            branch.waited = true;
        else
            branch.kernels = operation.kind == OperationKind::Kernel ? branch.kernels + 1 : 0;
    }
    return result;
}

} // namespace streamscope
