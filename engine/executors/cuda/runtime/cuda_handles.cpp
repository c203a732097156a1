// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/program/text/translatable.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

namespace streamscope {

namespace {

constexpr std::size_t pageBytes = 4096;

/// Page-aligned memory from the C library, as a program's own arrays would be.
void *allocatePageable(std::size_t bytes)
{
    void *data = std::aligned_alloc(pageBytes, (bytes + pageBytes - 1) / pageBytes * pageBytes);
    if (!data)
        throw std::bad_alloc();
    std::memset(data, 0, bytes);
    return data;
}

} // namespace

CudaStream::CudaStream(unsigned flags, int priority)
{
    STREAMSCOPE_CUDA(cudaStreamCreateWithPriority(&m_stream, flags, priority));
}

CudaStream::~CudaStream()
{
    if (m_stream)
        STREAMSCOPE_CUDA_NOEXCEPT(cudaStreamDestroy(m_stream));
}

CudaEvent::CudaEvent(Timing timing)
{
    STREAMSCOPE_CUDA(
        cudaEventCreateWithFlags(&m_event, timing == Timing::On ? cudaEventDefault : cudaEventDisableTiming));
}

CudaEvent::~CudaEvent()
{
    if (m_event)
        STREAMSCOPE_CUDA_NOEXCEPT(cudaEventDestroy(m_event));
}

long long CudaEvent::nanosecondsSince(const CudaEvent &origin) const
{
    const std::optional<long long> time = tryNanosecondsSince(origin);
    if (!time)
        throw RunError(QT_TRANSLATE_NOOP("engine", "an event that times the run was lost; run again"));
    return *time;
}

std::optional<long long> CudaEvent::tryNanosecondsSince(const CudaEvent &origin) const
{
    float milliseconds = 0;
    const cudaError_t error = cudaEventElapsedTime(&milliseconds, origin.get(), m_event);
    if (error == cudaErrorNotReady || error == cudaErrorInvalidResourceHandle) {
        static_cast<void>(cudaGetLastError()); // said by the result; it must not appear as that of a later call
        return std::nullopt;
    }
    STREAMSCOPE_CUDA(error);
    return std::llround(static_cast<double>(milliseconds) * 1e6);
}

DeviceBuffer::DeviceBuffer(std::size_t bytes) : m_bytes(bytes)
{
    const std::size_t size = std::max<std::size_t>(bytes, 1);
    STREAMSCOPE_CUDA(cudaMalloc(&m_data, size));
    cudaError_t error = cudaMemset(m_data, 0, size);
    if (error == cudaSuccess) // a non-blocking stream would not wait for it
        error = cudaStreamSynchronize(cudaStreamLegacy);
    if (error != cudaSuccess)
        STREAMSCOPE_CUDA_NOEXCEPT(cudaFree(m_data)); // the destructor does not run
    STREAMSCOPE_CUDA(error);
}

DeviceBuffer::~DeviceBuffer()
{
    if (m_data)
        STREAMSCOPE_CUDA_NOEXCEPT(cudaFree(m_data));
}

HostBuffer::HostBuffer(HostMemory kind, std::size_t bytes) : m_bytes(bytes), m_kind(kind)
{
    const std::size_t size = std::max<std::size_t>(bytes, 1);
    switch (kind) {
    case HostMemory::Pageable:
        m_data = allocatePageable(size);
        break;
    case HostMemory::Pinned:
        STREAMSCOPE_CUDA(cudaHostAlloc(&m_data, size, cudaHostAllocDefault));
        break;
    case HostMemory::WriteCombined:
        STREAMSCOPE_CUDA(cudaHostAlloc(&m_data, size, cudaHostAllocWriteCombined));
        break;
    case HostMemory::Registered:
        m_data = allocatePageable(size);
        if (const cudaError_t error = cudaHostRegister(m_data, size, cudaHostRegisterDefault); error != cudaSuccess) {
            std::free(m_data);
            throw CudaError(error, "cudaHostRegister(data, size, cudaHostRegisterDefault)", __FILE__, __LINE__);
        }
        break;
    }
}

HostBuffer::~HostBuffer()
{
    if (!m_data)
        return;
    switch (m_kind) {
    case HostMemory::Pinned:
    case HostMemory::WriteCombined:
        STREAMSCOPE_CUDA_NOEXCEPT(cudaFreeHost(m_data));
        break;
    case HostMemory::Registered:
        STREAMSCOPE_CUDA_NOEXCEPT(cudaHostUnregister(m_data));
        std::free(m_data);
        break;
    case HostMemory::Pageable:
        std::free(m_data);
        break;
    }
}

} // namespace streamscope
