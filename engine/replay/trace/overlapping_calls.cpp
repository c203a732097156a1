// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/overlapping_calls.h"

#include "engine/program/order/issue_order.h"

#include <algorithm>
#include <cstdint>

namespace streamscope {

void takeOutOverlaps(const Timeline &timeline, Program &program)
{
    const IssueOrder order(program);
    if (order.empty())
        return;
    const auto calledOnGpu = [](const Operation &op) {
        return op.source >= 0 && op.callNs >= 0 && runsOnGpu(op.kind) && op.kind != OperationKind::Sync;
    };
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        Operation &op = program.operations[i];
        if (!calledOnGpu(op))
            continue;
        const auto own = static_cast<std::size_t>(op.source);
        for (const std::int32_t earlier : order.before(i)) {
            const std::int32_t source = program.operations[static_cast<std::size_t>(earlier)].source;
            if (source < 0 || timeline.returned(own) == unknownTime)
                continue;
            const std::int64_t until =
                std::max(timeline.returned(static_cast<std::size_t>(source)), timeline.issue(own));
            op.callNs = std::min(op.callNs, std::max<std::int64_t>(timeline.returned(own) - until, 0));
        }
    }
}

} // namespace streamscope
