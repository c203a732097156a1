// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/host_functions.h"

#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/executors/cuda/runtime/host_clock.h"

#include <algorithm>

namespace streamscope {

HostFunctions::HostFunctions(const Program &program)
{
    const auto &operations = program.operations;
    if (std::none_of(operations.begin(), operations.end(),
                     [](const Operation &operation) { return operation.kind == OperationKind::HostFunction; }))
        return;
    for (const Operation &operation : operations)
        m_calls.push_back({operation.durationNs, {}});
}

/// Runs on a thread of the driver and must not call CUDA (Runtime API, cudaLaunchHostFunc).
void HostFunctions::run(void *data)
{
    Call &call = *static_cast<Call *>(data);
    call.time.begin = hostNow();
    workOnHost(call.durationNs);
    call.time.end = hostNow();
}

void HostFunctions::issue(std::size_t index, cudaStream_t stream)
{
    Call &call = m_calls[index];
    call.time = {};
    STREAMSCOPE_CUDA(cudaLaunchHostFunc(stream, &HostFunctions::run, &call));
}

std::vector<HostInterval> HostFunctions::times() const
{
    std::vector<HostInterval> times;
    times.reserve(m_calls.size());
    for (const Call &call : m_calls)
        times.push_back(call.time);
    return times;
}

} // namespace streamscope
