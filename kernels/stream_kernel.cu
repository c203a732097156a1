// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/block_recorder.cuh"
#include "kernels/launch.cuh"

namespace streamscope {

namespace {

/// Every float passes once in each direction; the addition shows that the kernel ran.
template <typename... Records>
__global__ void streamKernel(const float *in, float *out, std::size_t elements, Records... records)
{
    BlockRecorder<Records...> recorder(records...);
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride)
        out[i] = in[i] + 1.0F;
    recorder.end();
}

} // namespace

cudaError_t launchStream(const float *in, float *out, std::size_t elements, const LaunchSize &shape,
                         KernelStamp *stamps, cudaStream_t stream, BlockStamp *blocks)
{
    return launchRecorded(stamps, blocks, [&](auto... records) {
        return launchKernel(streamKernel<decltype(records)...>, shape, stream, in, out, elements, records...);
    });
}

cudaError_t preloadStream()
{
    return preloadEach(streamKernel<>, streamKernel<KernelStamp *>, streamKernel<KernelStamp *, BlockStamp *>);
}

} // namespace streamscope
