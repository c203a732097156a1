// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <vector>

namespace streamscope {

/// The GPUs of one run. Device 0 of a Program is the opened GPU; the others follow it in the machine's list, which
/// wraps around. select() makes a device current on this thread; every call for a device needs this. The destructor
/// leaves the first device current.
class DeviceSet
{
public:
    /// Loads the kernels on every device of `program` and enables or disables peer access as `program` asks.
    /// @throws CudaError.
    DeviceSet(int ordinal, const Program &program);
    DeviceSet(const DeviceSet &) = delete;
    DeviceSet &operator=(const DeviceSet &) = delete;
    ~DeviceSet();

    int count() const { return static_cast<int>(m_ordinals.size()); }
    /// CUDA's number of device `device` of the Program.
    int ordinal(int device) const { return m_ordinals[static_cast<std::size_t>(device)]; }
    /// Makes `device` current on this thread. Free when it already is. @throws CudaError.
    void select(int device) const;
    /// Waits until every device is idle, and selects the first. @throws CudaError.
    void synchronize() const;
    /// The same for destructors: logs failures.
    void drain() const noexcept;
    /// Pairs of devices without peer access although the Program asks for it.
    int pairsWithoutAccess() const { return m_pairsWithoutAccess; }

private:
    void setPeerAccess(bool on);

    std::vector<int> m_ordinals;
    int m_pairsWithoutAccess = 0;
};

/// The number of GPUs of this machine; 0 when CUDA reports an error.
int machineDeviceCount();

} // namespace streamscope
