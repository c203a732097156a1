// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/executors/cuda/runtime/device_set.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace streamscope {

/// Brings the events of several GPUs onto one clock. CUDA gives no time between events of different devices, so each
/// other device has its own origin event, and all origins are aligned to the host's clock after the run.
class DeviceClocks
{
public:
    /// Events of the first device count from `origin`. `devices` and `origin` must outlive the object. @throws
    /// CudaError.
    DeviceClocks(const DeviceSet &devices, const CudaEvent &origin, cudaStream_t stream);

    /// At the start of a run: records every other device's origin, behind `fork`. @throws CudaError.
    void begin(const CudaEvent &fork) const;
    /// After a run, on idle devices. @throws CudaError.
    void align();
    /// Time of an event of `device` in nanoseconds after the first device's origin; unknownTime when the event was
    /// lost. Call align() first.
    std::int64_t timeOf(const CudaEvent &event, int device) const;
    /// The uncertainty of the other devices' times, in nanoseconds.
    std::int64_t uncertainty() const { return m_uncertainty; }

private:
    struct Other
    {
        explicit Other(int number) : device(number), stream(cudaStreamNonBlocking), origin(CudaEvent::Timing::On) {}
        int device;
        CudaStream stream;
        CudaEvent origin;
        std::int64_t offset = 0; ///< added to get the first device's time
    };

    const DeviceSet &m_devices;
    const CudaEvent &m_origin;
    cudaStream_t m_stream;
    std::vector<std::unique_ptr<Other>> m_others; ///< device 1 first
    std::int64_t m_uncertainty = 0;
};

} // namespace streamscope
