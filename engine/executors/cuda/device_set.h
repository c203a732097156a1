// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <vector>

namespace streamscope {

/// The GPUs of one run: device 0 of a Program is the one that was opened, the next ones are those behind it, around the
/// end of the machine's list. All calls for a device are made while it is the current one of this thread; select() sees
/// to that. Leaves the first one current.
class DeviceSet
{
public:
    /// Loads the kernels on every device that `program` speaks of and lets them access each other, or not, as it says.
    /// @throws CudaError.
    DeviceSet(int ordinal, const Program &program);
    DeviceSet(const DeviceSet &) = delete;
    DeviceSet &operator=(const DeviceSet &) = delete;
    ~DeviceSet();

    int count() const { return static_cast<int>(m_ordinals.size()); }
    /// CUDA's number of device `device` of the Program.
    int ordinal(int device) const { return m_ordinals[static_cast<std::size_t>(device)]; }
    /// Makes it the current device of this thread. Costs nothing when it is. @throws CudaError.
    void select(int device) const;
    /// Waits until every device is idle, and selects the first. @throws CudaError.
    void synchronize() const;
    /// The same for destructors: logs what fails.
    void drain() const noexcept;
    /// Pairs of devices that cannot access each other although the Program wants it.
    int pairsWithoutAccess() const { return m_pairsWithoutAccess; }

private:
    void setPeerAccess(bool on);

    std::vector<int> m_ordinals;
    mutable int m_current = 0;
    int m_pairsWithoutAccess = 0;
};

/// GPUs of this machine; 0 when CUDA does not say.
int machineDeviceCount();

} // namespace streamscope
