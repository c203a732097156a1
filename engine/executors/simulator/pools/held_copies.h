// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// Behind memory that goes back to the system copies to the device start late, whatever the host does meanwhile; copies
/// to the host, in the device, memsets and kernels do not. cudaFree gives memory back at once, a pool at the next
/// synchronisation. Behind the return of one that gave up to 32 MiB back a copy of 64 KiB began 76 us later than else,
/// of 64 MiB 105, of 256 MiB 396 and of 1 GiB 926, where the synchronisation took 54, 95, 300 and 1,220 us
/// (tests/bench/held_copies.cu, an H200). In a trace it is what the trace shows.
class HeldCopies
{
public:
    /// The call of an alloc or free has returned.
    void freed(const Operation &operation, int device, std::int64_t now)
    {
        if (operation.durationNs <= 0)
            return;
        if (isStreamOrdered(operation))
            of(device).behindSyncNs = operation.durationNs;
        else
            of(device).until = now + operation.durationNs;
    }

    /// Memory went back until `now`, which took so long.
    void hold(int device, std::int64_t now, std::int64_t goingBackNs)
    {
        constexpr std::int64_t leastNs = 76'000;
        of(device).until = now + std::max(leastNs, goingBackNs);
    }

    /// A synchronisation has returned.
    void synchronized(std::int64_t now)
    {
        for (Device &device : m_devices)
            if (const std::int64_t held = std::exchange(device.behindSyncNs, 0); held > 0)
                device.until = now + held;
    }

    /// No copy to the device starts before.
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

    Device &of(int device)
    {
        const auto number = static_cast<std::size_t>(device);
        m_devices.resize(std::max(m_devices.size(), number + 1));
        return m_devices[number];
    }

    std::vector<Device> m_devices; ///< may be empty
};

} // namespace streamscope
