// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Fermi's delayed completion signal (rule F5 of the scheduling notes): when kernels are issued back to back,
/// operations that wait for one of them see its end only when all of them have ended. Kernels in the same queue need no
/// signal.
class DelayedSignal
{
public:
    DelayedSignal(const DeviceProfile &profile, const Program &program);

    void issued(std::int32_t operation)
    {
        if (isKernel(operation))
            ++m_batches[m_batch[operation]].running;
    }
    /// Call when a kernel has ended. True when its signal is held back; else released() has all signals that were held
    /// back with it.
    bool finished(std::int32_t operation);
    const std::vector<std::int32_t> &released() const { return m_released; }

    bool isHeld(std::int32_t operation) const { return !m_held.empty() && m_held[operation] != 0; }
    bool sameBatch(std::int32_t a, std::int32_t b) const { return isKernel(a) && m_batch[a] == m_batch[b]; }

private:
    bool isKernel(std::int32_t operation) const { return !m_batch.empty() && m_batch[operation] >= 0; }

    struct Batch
    {
        int running = 0; ///< issued and not ended
        std::vector<std::int32_t> held;
    };
    std::vector<std::int32_t>
        m_batch; ///< by operation, −1 for other things than kernels; empty where signals are prompt
    std::vector<std::uint8_t> m_held; ///< by operation
    std::vector<Batch> m_batches;
    std::vector<std::int32_t> m_released;
};

} // namespace streamscope
