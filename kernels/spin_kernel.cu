// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/block_recorder.cuh"
#include "kernels/launch.cuh"

namespace streamscope {

cudaError_t preloadFma();
cudaError_t preloadStream();
cudaError_t preloadTensor();

namespace {

/// Loops on the timer itself: loops sized by the nominal clock run 1.15 to 2.2 times too long.
template <Recording recording>
__global__ void spinKernel(long long nanoseconds, KernelStamp *stamps, BlockStamp *blocks)
{
    BlockRecorder<recording> recorder(stamps, blocks);
    const unsigned long long begin = globalTimer();
    while (globalTimer() - begin < static_cast<unsigned long long>(nanoseconds)) {
    }
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
cudaError_t allowAllSharedMemory(const void *kernel)
{
    int device = 0, bytes = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    return error == cudaSuccess ? cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
                                : error;
}

} // namespace

cudaError_t launchSpin(long long nanoseconds, const LaunchSize &shape, KernelStamp *stamps, cudaStream_t stream,
                       BlockStamp *blocks)
{
    const auto launch = [&](auto kernel) { return launchKernel(kernel, shape, stream, nanoseconds, stamps, blocks); };
    switch (recordingFor(stamps, blocks)) {
    case Recording::Stamps:
        return launch(spinKernel<Recording::Stamps>);
    case Recording::Blocks:
        return launch(spinKernel<Recording::Blocks>);
    default:
        return launch(spinKernel<Recording::None>);
    }
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
    cudaFuncAttributes attributes;
    cudaError_t error = preloadFma();
    for (const auto preload : {preloadStream, preloadTensor})
        if (error == cudaSuccess)
            error = preload();
    for (const void *kernel :
         {reinterpret_cast<const void *>(stampKernel), reinterpret_cast<const void *>(readTimerKernel)})
        if (error == cudaSuccess)
            error = cudaFuncGetAttributes(&attributes, kernel);
    for (const auto spin :
         {spinKernel<Recording::None>, spinKernel<Recording::Stamps>, spinKernel<Recording::Blocks>}) {
        if (error == cudaSuccess)
            error = cudaFuncGetAttributes(&attributes, spin);
        if (error == cudaSuccess)
            error = allowAllSharedMemory(reinterpret_cast<const void *>(spin));
    }
    return error;
}

} // namespace streamscope
