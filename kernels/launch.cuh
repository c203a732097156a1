// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "kernels/kernel_launch.h"

namespace streamscope {

template <typename Value>
struct Parameter
{
    using Type = Value;
};

/// What kernel<<<…>>>(…) and cudaGetLastError() do, in one call.
template <typename... Parameters>
cudaError_t launchKernel(void (*kernel)(Parameters...), const LaunchSize &shape, cudaStream_t stream,
                         typename Parameter<Parameters>::Type... arguments)
{
    void *addresses[] = {const_cast<void *>(static_cast<const void *>(&arguments))...};
    return cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(shape.grid), dim3(shape.block), addresses,
                            shape.sharedMemory, stream);
}

/// Loads the code of these kernels on the current device.
template <typename... Kernels>
cudaError_t preloadEach(Kernels... kernels)
{
    cudaFuncAttributes attributes;
    cudaError_t error = cudaSuccess;
    for (const void *kernel : {reinterpret_cast<const void *>(kernels)...})
        if (error == cudaSuccess)
            error = cudaFuncGetAttributes(&attributes, kernel);
    return error;
}

} // namespace streamscope
