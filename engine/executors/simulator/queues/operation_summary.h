// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// What decides which parts a simulation needs. One walk for all of it: a Program may have ten million operations.
struct OperationSummary
{
    explicit OperationSummary(const Program &program)
    {
        for (const Operation &operation : program.operations) {
            synchronizesWithEvents |= operation.kind == OperationKind::Sync && operation.syncScope == SyncScope::Event;
            allocatesInStreams |= operation.kind == OperationKind::Alloc && operation.stream != Operation::none;
            if (operation.kind == OperationKind::Collective)
                collectives.push_back(operation.group());
        }
    }

    bool synchronizesWithEvents = false, allocatesInStreams = false;
    std::vector<std::int32_t> collectives; ///< the group of each
};

} // namespace streamscope
