// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/order/freed_allocations.h"

#include <deque>
#include <map>
#include <tuple>

namespace streamscope {

std::vector<std::int32_t> freedAllocations(const Program &program)
{
    using Place = std::tuple<std::uint64_t, bool, AllocationPlace, int>; // bytes, in a pool or not, memory, device
    std::map<Place, std::deque<std::int32_t>> open;
    std::vector<std::int32_t> freed(program.operations.size(), Operation::none);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (!isAllocation(operation.kind))
            continue;
        std::deque<std::int32_t> &allocations = open[{operation.bytes, operation.stream != Operation::none,
                                                      operation.allocation, program.deviceOf(operation)}];
        if (operation.kind == OperationKind::Alloc) {
            allocations.push_back(static_cast<std::int32_t>(i));
        } else if (!allocations.empty()) {
            freed[i] = allocations.front();
            allocations.pop_front();
        }
    }
    return freed;
}

} // namespace streamscope
