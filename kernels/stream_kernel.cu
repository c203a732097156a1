// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/block_recorder.cuh"
#include "kernels/launch.cuh"

namespace streamscope {

namespace {

/// Every float passes once in each direction; the addition shows that the kernel ran.
template <Recording recording>
__global__ void streamKernel(const float *in, float *out, std::size_t elements, KernelStamp *stamps, BlockStamp *blocks)
{
    BlockRecorder<recording> recorder(stamps, blocks);
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride)
        out[i] = in[i] + 1.0F;
    recorder.end();
}

} // namespace

cudaError_t launchStream(const float *in, float *out, std::size_t elements, const LaunchSize &shape,
                         KernelStamp *stamps, cudaStream_t stream, BlockStamp *blocks)
{
    const auto launch = [&](auto kernel) {
        return launchKernel(kernel, shape, stream, in, out, elements, stamps, blocks);
    };
    switch (recordingFor(stamps, blocks)) {
    case Recording::Stamps:
        return launch(streamKernel<Recording::Stamps>);
    case Recording::Blocks:
        return launch(streamKernel<Recording::Blocks>);
    default:
        return launch(streamKernel<Recording::None>);
    }
}

cudaError_t preloadStream()
{
    cudaFuncAttributes attributes;
    cudaError_t error = cudaSuccess;
    for (const auto kernel :
         {streamKernel<Recording::None>, streamKernel<Recording::Stamps>, streamKernel<Recording::Blocks>})
        if (error == cudaSuccess)
            error = cudaFuncGetAttributes(&attributes, kernel);
    return error;
}

} // namespace streamscope
