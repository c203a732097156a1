// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/cuda_handles.h"

#include "kernels/gate.h"

#include <cstdint>

namespace streamscope {

/// Holds a stream, and with it all that wait for an event behind the gate, until the host has enqueued everything. It
/// cannot hang: the kernel gives up after a time, and Hold opens it on every way out.
class StreamGate
{
public:
    /// @throws CudaError.
    StreamGate();

    /// Closed from its construction to open() or its end, whichever comes first.
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

    /// The gate gave up before it was opened. Wait for the stream first.
    bool timedOut() const;

private:
    GateWords *words() const { return static_cast<GateWords *>(m_memory.data()); }
    void setOpen(unsigned value) noexcept;

    HostBuffer m_memory;
};

} // namespace streamscope
