// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_handles.h"

#include "kernels/gate.h"

#include <cstdint>

namespace streamscope {

/// Holds a stream, and all streams that wait for an event behind the gate, until the host has enqueued everything. It
/// cannot hang: the gate's kernel times out, and Hold's destructor opens the gate.
class StreamGate
{
public:
    /// @throws CudaError.
    StreamGate();

    /// Keeps the gate closed from construction to open() or destruction.
    class Hold
    {
    public:
        /// @throws CudaError.
        Hold(StreamGate &gate, cudaStream_t stream, std::int64_t timeoutNs);
        Hold(const Hold &) = delete;
        Hold &operator=(const Hold &) = delete;
        ~Hold() { open(); }
        void open() noexcept { m_gate.setOpen(1); }

    private:
        StreamGate &m_gate;
    };

    /// True when the gate timed out before open(). Wait for the stream first.
    bool timedOut() const;

private:
    GateWords *words() const { return static_cast<GateWords *>(m_memory.data()); }
    void setOpen(unsigned value) noexcept;

    HostBuffer m_memory;
};

} // namespace streamscope
