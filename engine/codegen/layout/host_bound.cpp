// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/host_bound.h"

#include <algorithm>

namespace streamscope {

bool isHostBound(const Program &program)
{
    constexpr std::int64_t launchNs = 4'000; // of the shortest that was measured with several streams
    return std::any_of(program.operations.begin(), program.operations.end(), [&](const Operation &operation) {
        if (operation.kind == OperationKind::Kernel)
            return program.submission == Submission::Live && operation.kernel->kind == KernelKind::Spin
                   && operation.durationNs < launchNs;
        return isAllocation(operation.kind)
               || (isHostCopy(operation.kind) && program.hostMemoryOf(operation) == HostMemory::Pageable);
    });
}

} // namespace streamscope
