// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/program/operation.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>
#include <utility>

namespace streamscope {

// Owners of CUDA resources: move-only, because a copy would free twice; destructors do not throw.

class CudaStream
{
public:
    /// `flags`: cudaStreamDefault or cudaStreamNonBlocking. @throws CudaError.
    explicit CudaStream(unsigned flags, int priority = 0);
    CudaStream(CudaStream &&other) noexcept : m_stream(std::exchange(other.m_stream, nullptr)) {}
    CudaStream(const CudaStream &) = delete;
    CudaStream &operator=(const CudaStream &) = delete;
    CudaStream &operator=(CudaStream &&) = delete;
    ~CudaStream();

    cudaStream_t get() const { return m_stream; }

private:
    cudaStream_t m_stream = nullptr;
};

class CudaEvent
{
public:
    enum class Timing { Off, On };

    explicit CudaEvent(Timing timing);
    CudaEvent(CudaEvent &&other) noexcept : m_event(std::exchange(other.m_event, nullptr)) {}
    CudaEvent(const CudaEvent &) = delete;
    CudaEvent &operator=(const CudaEvent &) = delete;
    CudaEvent &operator=(CudaEvent &&) = delete;
    ~CudaEvent();

    cudaEvent_t get() const { return m_event; }
    void record(cudaStream_t stream) const { STREAMSCOPE_CUDA(cudaEventRecord(m_event, stream)); }
    /// Nanoseconds from `origin` to this event; negative when this event is earlier. Both have fired and have timing.
    long long nanosecondsSince(const CudaEvent &origin) const;
    /// The same; empty when one of the two has not fired or was never recorded.
    std::optional<long long> tryNanosecondsSince(const CudaEvent &origin) const;
    /// In a capture: adds a graph node that takes the time (a plain record would only order nodes).
    void recordInGraph(cudaStream_t stream) const
    {
        STREAMSCOPE_CUDA(cudaEventRecordWithFlags(m_event, stream, cudaEventRecordExternal));
    }

private:
    cudaEvent_t m_event = nullptr;
};

class DeviceBuffer
{
public:
    /// Zeros, on the current device, when this returns: what comes back to the host was always written. At least one
    /// byte is allocated.
    explicit DeviceBuffer(std::size_t bytes);
    DeviceBuffer(DeviceBuffer &&other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0))
    {}
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(DeviceBuffer &&) = delete;
    ~DeviceBuffer();

    void *data() const { return m_data; }
    std::size_t bytes() const { return m_bytes; }

private:
    void *m_data = nullptr;
    std::size_t m_bytes = 0;
};

/// Host memory of one of the four kinds, with all pages touched.
class HostBuffer
{
public:
    HostBuffer(HostMemory kind, std::size_t bytes);
    HostBuffer(HostBuffer &&other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)), m_kind(other.m_kind)
    {}
    HostBuffer(const HostBuffer &) = delete;
    HostBuffer &operator=(const HostBuffer &) = delete;
    HostBuffer &operator=(HostBuffer &&) = delete;
    ~HostBuffer();

    void *data() const { return m_data; }
    std::size_t bytes() const { return m_bytes; }
    HostMemory kind() const { return m_kind; }

private:
    void *m_data = nullptr;
    std::size_t m_bytes = 0;
    HostMemory m_kind = HostMemory::Pageable;
};

} // namespace streamscope
