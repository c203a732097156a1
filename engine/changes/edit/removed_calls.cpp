// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/removed_calls.h"

#include <algorithm>

namespace streamscope {

namespace {

/// What a thread did last.
struct ThreadPast
{
    Operation *work = nullptr;   ///< work of the host, where nothing but removed calls came after it
    Operation *before = nullptr; ///< the work before a removed call, while the work behind it is awaited
    Operation *inside = nullptr; ///< the work behind a removed launch, where nothing else came after it
    bool wasLaunch = false;      ///< the last call is a launch that goes
};

/// Work between two launches that go was done to make the second one, unless it is longer than that takes.
constexpr std::int64_t longestInside = 100'000;

bool isLaunch(const Operation &operation)
{
    return operation.kind == OperationKind::Kernel || operation.kind == OperationKind::Memset;
}

} // namespace

std::int64_t shortenWorkAround(std::vector<Operation> &operations, const std::vector<bool> &removed)
{
    std::vector<ThreadPast> threads;
    std::int64_t gone = 0;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Operation &op = operations[i];
        if (static_cast<std::size_t>(op.thread) >= threads.size())
            threads.resize(static_cast<std::size_t>(op.thread) + 1);
        ThreadPast &past = threads[static_cast<std::size_t>(op.thread)];
        if (removed[i] && op.kind == OperationKind::HostWork)
            continue; // it is gone
        if (removed[i]) {
            if (past.inside && isLaunch(op)) {
                gone += past.inside->durationNs;
                past.inside->durationNs = 0;
            }
            past.before = past.work;
            past.inside = nullptr;
            past.wasLaunch = isLaunch(op);
            continue;
        }
        if (op.kind != OperationKind::HostWork) {
            past = {};
            continue;
        }
        if (past.before) {
            Operation &shorter = past.before->durationNs < op.durationNs ? *past.before : op;
            const std::int64_t taken = std::min(shorter.durationNs, mostWorkOfCall);
            shorter.durationNs -= taken;
            gone += taken;
        }
        Operation *const inside = past.wasLaunch && op.durationNs <= longestInside ? &op : nullptr;
        past = {&op, nullptr, inside};
    }
    return gone;
}

} // namespace streamscope
