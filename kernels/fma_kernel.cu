// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/block_recorder.cuh"
#include "kernels/launch.cuh"

namespace streamscope {

namespace {

template <Recording recording>
__global__ void fmaKernel(const float *in, float *out, std::size_t elements, int iterations, float a,
                          KernelStamp *stamps, BlockStamp *blocks)
{
    BlockRecorder<recording> recorder(stamps, blocks);
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride) {
        float x = in[i];
#pragma unroll 16
        for (int k = 0; k < iterations; ++k)
            x = fmaf(x, a, a);
        out[i] = x;
    }
    recorder.end();
}

} // namespace

cudaError_t launchFma(const float *in, float *out, std::size_t elements, int iterations, float a,
                      const LaunchSize &shape, KernelStamp *stamps, cudaStream_t stream, BlockStamp *blocks)
{
    const auto launch = [&](auto kernel) {
        return launchKernel(kernel, shape, stream, in, out, elements, iterations, a, stamps, blocks);
    };
    switch (recordingFor(stamps, blocks)) {
    case Recording::Stamps:
        return launch(fmaKernel<Recording::Stamps>);
    case Recording::Blocks:
        return launch(fmaKernel<Recording::Blocks>);
    default:
        return launch(fmaKernel<Recording::None>);
    }
}

cudaError_t preloadFma()
{
    cudaFuncAttributes attributes;
    cudaError_t error = cudaSuccess;
    for (const auto kernel : {fmaKernel<Recording::None>, fmaKernel<Recording::Stamps>, fmaKernel<Recording::Blocks>})
        if (error == cudaSuccess)
            error = cudaFuncGetAttributes(&attributes, kernel);
    return error;
}

} // namespace streamscope
