// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/globaltimer.cuh"

namespace streamscope {

namespace {

template <bool stamped>
__global__ void fmaKernel(const float *in, float *out, std::size_t elements, int iterations, float a,
                          KernelStamp *stamps)
{
    if (stamped)
        stampStart(stamps);
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride) {
        float x = in[i];
#pragma unroll 16
        for (int k = 0; k < iterations; ++k)
            x = fmaf(x, a, a);
        out[i] = x;
    }
    if (stamped)
        stampEnd(stamps);
}

} // namespace

cudaError_t launchFma(const float *in, float *out, std::size_t elements, int iterations, float a,
                      const LaunchShape &shape, KernelStamp *stamps, cudaStream_t stream)
{
    if (stamps)
        fmaKernel<true>
            <<<shape.grid, shape.block, shape.sharedMemory, stream>>>(in, out, elements, iterations, a, stamps);
    else
        fmaKernel<false>
            <<<shape.grid, shape.block, shape.sharedMemory, stream>>>(in, out, elements, iterations, a, stamps);
    return cudaGetLastError();
}

cudaError_t preloadFma()
{
    cudaFuncAttributes attributes;
    const cudaError_t error = cudaFuncGetAttributes(&attributes, fmaKernel<true>);
    return error == cudaSuccess ? cudaFuncGetAttributes(&attributes, fmaKernel<false>) : error;
}

} // namespace streamscope
