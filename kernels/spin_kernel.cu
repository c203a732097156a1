// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/block_recorder.cuh"
#include "kernels/launch.cuh"

namespace streamscope {

cudaError_t preloadFma();
cudaError_t preloadStream();
cudaError_t preloadTensor();

namespace {

/// Returns when `nanoseconds` of the timer have passed since `begin`. Loops on the timer itself: loops sized by the
/// nominal clock run 1.15 to 2.2 times too long. It sleeps for a part of what is left, and only then looks all the
/// time: when every warp of full SMs does that, reading the timer and entering blocks take up to 16 us, and under CUPTI
/// more (docs/measurements/block-places.md).
__device__ void waitSince(unsigned long long begin, unsigned long long nanoseconds)
{
    constexpr unsigned long long nearNs = 4000, longestNs = 100000;
    constexpr int part = 4; // a sleep may take twice what was asked for (PTX ISA, nanosleep)
    for (unsigned long long passed = 0; (passed = globalTimer() - begin) < nanoseconds;) {
        const unsigned long long left = nanoseconds - passed;
        if (left > nearNs)
            __nanosleep(static_cast<unsigned>(left / part < longestNs ? left / part : longestNs));
    }
}

/// One thread of each block waits on the timer, the others for it.
template <typename... Records>
__global__ void spinKernel(long long nanoseconds, Records... records)
{
    BlockRecorder<Records...> recorder(records...);
    if (threadIdx.x == 0)
        waitSince(globalTimer(), static_cast<unsigned long long>(nanoseconds));
    __syncthreads();
    recorder.end();
}

__global__ void stampKernel(KernelStamp *stamps)
{
    stampStart(stamps);
    stampEnd(stamps);
}

__global__ void readTimerKernel(unsigned long long *out, int count)
{
    for (int i = 0; i < count; ++i)
        out[i] = globalTimer();
}

/// More than 48 KiB of dynamic shared memory per block must be asked for (CUDA Programming Guide, shared memory). Asked
/// once for all that the device has, so that no launch pays for it; each launch still takes only what it names.
template <typename... Kernels>
cudaError_t allowAllSharedMemory(Kernels... kernels)
{
    int device = 0, bytes = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    for (const void *kernel : {reinterpret_cast<const void *>(kernels)...})
        if (error == cudaSuccess)
            error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    return error;
}

cudaError_t preloadSpin()
{
    const auto each = [](auto... kernels) {
        const cudaError_t error = preloadEach(kernels...);
        return error == cudaSuccess ? allowAllSharedMemory(kernels...) : error;
    };
    return each(spinKernel<>, spinKernel<KernelStamp *>, spinKernel<KernelStamp *, BlockStamp *>);
}

} // namespace

cudaError_t launchSpin(long long nanoseconds, const LaunchSize &shape, KernelStamp *stamps, cudaStream_t stream,
                       BlockStamp *blocks)
{
    return launchRecorded(stamps, blocks, [&](auto... records) {
        return launchKernel(spinKernel<decltype(records)...>, shape, stream, nanoseconds, records...);
    });
}

cudaError_t launchStamp(KernelStamp *stamps, cudaStream_t stream)
{
    stampKernel<<<1, 1, 0, stream>>>(stamps);
    return cudaGetLastError();
}

cudaError_t launchReadTimer(unsigned long long *out, int count, cudaStream_t stream)
{
    readTimerKernel<<<1, 1, 0, stream>>>(out, count);
    return cudaGetLastError();
}

cudaError_t preloadKernels()
{
    cudaError_t error = preloadEach(stampKernel, readTimerKernel);
    for (const auto preload : {preloadFma, preloadStream, preloadTensor, preloadSpin})
        if (error == cudaSuccess)
            error = preload();
    return error;
}

} // namespace streamscope
