// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/block_recorder.cuh"
#include "kernels/launch.cuh"

namespace streamscope {

namespace {

template <typename... Records>
__global__ void fmaKernel(const float *in, float *out, std::size_t elements, int iterations, float a,
                          Records... records)
{
    BlockRecorder<Records...> recorder(records...);
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
    return launchRecorded(stamps, blocks, [&](auto... records) {
        return launchKernel(fmaKernel<decltype(records)...>, shape, stream, in, out, elements, iterations, a,
                            records...);
    });
}

cudaError_t preloadFma()
{
    return preloadEach(fmaKernel<>, fmaKernel<KernelStamp *>, fmaKernel<KernelStamp *, BlockStamp *>);
}

} // namespace streamscope
