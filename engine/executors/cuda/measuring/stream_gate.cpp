// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/measuring/stream_gate.h"

#include <atomic>

namespace streamscope {

StreamGate::StreamGate() : m_memory(HostMemory::Pinned, sizeof(GateWords))
{
    STREAMSCOPE_CUDA(preloadGate());
    *words() = {};
}

StreamGate::Hold::Hold(StreamGate &gate, cudaStream_t stream, std::int64_t timeoutNs) : m_gate(gate)
{
    gate.words()->timedOut = 0;
    gate.setOpen(0);
    void *device = nullptr;
    STREAMSCOPE_CUDA(cudaHostGetDevicePointer(&device, gate.words(), 0));
    STREAMSCOPE_CUDA(launchGate(static_cast<GateWords *>(device), timeoutNs, stream));
}

void StreamGate::setOpen(unsigned value) noexcept
{
    std::atomic_ref(words()->open).store(value, std::memory_order_seq_cst);
}

bool StreamGate::timedOut() const
{
    return std::atomic_ref(words()->timedOut).load(std::memory_order_seq_cst) != 0;
}

} // namespace streamscope
