// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// Seen in traces: behind memory that goes back to the system, copies from and to the host start late. cudaFree gives
/// it back at once, a pool at the next synchronisation: on an H200 copies in started 205 to 210 us behind the end of
/// the work that a cudaStreamSynchronize waited for, which gave 42 MiB back, whatever cudaMallocAsync took in between.
/// A kernel on the memory taken anew did not wait.
class HeldCopies
{
public:
    /// The call of an alloc or free has returned.
    void freed(const Operation &operation, int device, std::int64_t now)
    {
        if (operation.durationNs <= 0)
            return;
        const auto number = static_cast<std::size_t>(device);
        m_devices.resize(std::max(m_devices.size(), number + 1));
        if (isStreamOrdered(operation))
            m_devices[number].behindSyncNs = operation.durationNs;
        else
            m_devices[number].until = now + operation.durationNs;
    }

    /// A synchronisation has returned.
    void synchronized(std::int64_t now)
    {
        for (Device &device : m_devices)
            if (const std::int64_t held = std::exchange(device.behindSyncNs, 0); held > 0)
                device.until = now + held;
    }

    /// No copy from or to the host starts before.
    std::int64_t until(int device) const
    {
        const auto number = static_cast<std::size_t>(device);
        return number < m_devices.size() ? m_devices[number].until : 0;
    }

private:
    struct Device
    {
        std::int64_t until = 0;
        std::int64_t behindSyncNs = 0; ///< of the next synchronisation
    };

    std::vector<Device> m_devices; ///< may be empty
};

} // namespace streamscope
