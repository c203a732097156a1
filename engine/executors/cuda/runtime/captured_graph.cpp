// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/captured_graph.h"

namespace streamscope {

namespace {

/// A capture under way: ended on every way out, because a stream in capture can do nothing else.
class Capture
{
public:
    explicit Capture(cudaStream_t stream) : m_stream(stream)
    {
        // Thread-local: CUDA calls of other threads do not affect this capture.
        STREAMSCOPE_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    }
    Capture(const Capture &) = delete;
    Capture &operator=(const Capture &) = delete;
    ~Capture()
    {
        if (!m_ended)
            static_cast<void>(cudaStreamEndCapture(m_stream, &m_graph)); // the capture failed and says so
        if (m_graph)
            STREAMSCOPE_CUDA_NOEXCEPT(cudaGraphDestroy(m_graph));
        static_cast<void>(cudaGetLastError()); // a failed capture's error must not appear as that of a later call
    }

    cudaGraph_t end()
    {
        m_ended = true;
        STREAMSCOPE_CUDA(cudaStreamEndCapture(m_stream, &m_graph));
        return m_graph;
    }

private:
    cudaStream_t m_stream;
    cudaGraph_t m_graph = nullptr;
    bool m_ended = false;
};

} // namespace

CapturedGraph::CapturedGraph(cudaStream_t origin, const std::function<void()> &issue)
{
    Capture capture(origin);
    issue();
    STREAMSCOPE_CUDA(cudaGraphInstantiate(&m_executable, capture.end(), 0));
    // The first launch must not pay for the transfer of the graph to the device.
    if (const cudaError_t error = cudaGraphUpload(m_executable, origin); error != cudaSuccess) {
        STREAMSCOPE_CUDA_NOEXCEPT(cudaGraphExecDestroy(m_executable));
        STREAMSCOPE_CUDA(error);
    }
    STREAMSCOPE_CUDA(cudaStreamSynchronize(origin));
}

CapturedGraph::~CapturedGraph()
{
    STREAMSCOPE_CUDA_NOEXCEPT(cudaGraphExecDestroy(m_executable));
}

} // namespace streamscope
