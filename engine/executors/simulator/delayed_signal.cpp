// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/delayed_signal.h"

#include <utility>

namespace streamscope {

DelayedSignal::DelayedSignal(const DeviceProfile &profile, const Program &program)
{
    if (!profile.compute.delayedSignal)
        return;
    m_held.assign(program.operations.size(), 0);
    bool open = false;
    for (const Operation &operation : program.operations) {
        const bool kernel = operation.kind == OperationKind::Kernel;
        if (kernel && !open)
            m_batches.emplace_back();
        m_batch.push_back(kernel ? static_cast<std::int32_t>(m_batches.size()) - 1 : -1);
        open = kernel;
    }
}

bool DelayedSignal::finished(std::int32_t operation)
{
    m_released.clear();
    if (!isKernel(operation))
        return false;
    Batch &batch = m_batches[m_batch[operation]];
    if (--batch.running > 0) {
        batch.held.push_back(operation);
        m_held[operation] = 1;
        return true;
    }
    m_released = std::exchange(batch.held, {});
    for (const std::int32_t held : m_released)
        m_held[held] = 0;
    return false;
}

} // namespace streamscope
